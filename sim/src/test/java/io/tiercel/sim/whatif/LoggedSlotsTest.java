package io.tiercel.sim.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.sim.whatif.LoggedSlots.SlotChange;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Work of 12 s of one slot, from second 10 to second 20 at most. */
final class LoggedSlotsTest {
    private static void takes(double seconds, int used, SlotChange... changes) {
        assertThat(new LoggedSlots(List.of(changes)).secondsFor(12, 10_000, 20_000, used))
                .isEqualTo(seconds, within(1e-9));
    }

    @Test
    void slotsThatThereWereBeforeShareTheWork() {
        takes(3, 2, new SlotChange(5_000, 4));
        takes(6, 2, new SlotChange(5_000, 4), new SlotChange(6_000, -2));
    }

    /** Two slots do 4 of the 12 s in two seconds; four do the other 8 in two more. */
    @Test
    void slotsThatComeLateHelpWithTheRest() {
        takes(4, 2, new SlotChange(12_000, 2), new SlotChange(5_000, 2));
        takes(5, 2, new SlotChange(5_000, 4), new SlotChange(11_000, -2));
    }

    @Test
    void nothingTakesLongerThanItTook() {
        takes(10, 1, new SlotChange(5_000, 1));
        takes(10, 1, new SlotChange(5_000, 1), new SlotChange(6_000, -1));
    }

    /** A log that tells of fewer slots than were used does not tell of all. */
    @Test
    void withoutExecutorsInTheLogThoseThatWereUsedAreAll() {
        takes(6, 2);
        takes(4, 3, new SlotChange(5_000, 2));
        takes(6, 2, new SlotChange(20_000, 4));
    }
}

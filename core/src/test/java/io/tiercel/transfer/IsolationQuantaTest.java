package io.tiercel.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class IsolationQuantaTest {
    @Test
    void thePapersSlicesAreHalfASecondInFive() {
        IsolationQuanta quanta = IsolationQuanta.ofPaper();
        assertThat(quanta.mayStart(0)).isTrue();
        assertThat(quanta.mayStart(0.499)).isTrue();
        assertThat(quanta.mayStart(0.5)).isFalse();
        assertThat(quanta.nextStart(0.2)).isEqualTo(0.2);
        assertThat(quanta.nextStart(0.5)).isEqualTo(5);
        assertThat(quanta.nextStart(4.999)).isEqualTo(5);
        assertThat(quanta.mayStart(5.4)).isTrue();
    }

    @Test
    void withoutOtherUsersItIsAlwaysTime() {
        for (double now = -3; now < 10; now += 0.1) {
            assertThat(IsolationQuanta.ALWAYS.mayStart(now)).isTrue();
            assertThat(IsolationQuanta.ALWAYS.nextStart(now)).isEqualTo(now);
        }
    }

    @Test
    void theNextStartIsAStartWhateverIsRounded() {
        for (long seed = 0; seed < 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double quantum = 0.001 + random.nextDouble();
            double share = 0.01 + 0.98 * random.nextDouble();
            IsolationQuanta quanta = new IsolationQuanta(quantum, share);
            double now = random.nextDouble() * 1e6;
            double start = quanta.nextStart(now);
            assertThat(quanta.mayStart(start)).as("seed %d", seed).isTrue();
            assertThat(start).as("seed %d", seed).isBetween(now, now + quantum / share);
            assertThat(quanta.nextStart(start)).as("seed %d", seed).isEqualTo(start);
        }
    }

    @Test
    void theShareOfTimeIsAsAsked() {
        IsolationQuanta quanta = new IsolationQuanta(0.3, 0.25);
        int open = 0;
        for (int i = 0; i < 120_000; i++) {
            open += quanta.mayStart(i * 0.001 + 0.0005) ? 1 : 0;
        }
        assertThat(open).isBetween(29_990, 30_010);
    }

    @Test
    void anotherClockHasTheSameSlices() {
        for (long seed = 0; seed < 5_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            IsolationQuanta quanta = new IsolationQuanta(0.1 + random.nextDouble(), 0.05 + 0.9 * random.nextDouble());
            double ahead = random.nextDouble(-1e6, 1e6);
            IsolationQuanta other = quanta.beginningAt(ahead);
            double start = quanta.nextStart(random.nextDouble() * 1e4);
            assertThat(other.mayStart(start + ahead + 0.01))
                    .as("seed %d", seed)
                    .isEqualTo(quanta.mayStart(start + 0.01));
            assertThat(other.untilNextSlice(start + ahead + 0.01))
                    .as("seed %d", seed)
                    .isCloseTo(quanta.untilNextSlice(start + 0.01), within(1e-6));
        }
    }

    @Test
    void aRequestThatWouldOutlastItsSliceWaits() {
        IsolationQuanta quanta = IsolationQuanta.ofPaper();
        assertThat(quanta.mayStart(5.35, 0.1)).isTrue();
        assertThat(quanta.mayStart(5.45, 0.1)).isFalse();
        assertThat(quanta.mayStart(5.2, 9)).as("a long one, in the first half").isTrue();
        assertThat(quanta.mayStart(5.3, 9)).isFalse();
        assertThat(quanta.mayStart(6, 0)).as("between slices").isFalse();
        assertThat(quanta.untilNextSlice(5.45)).isCloseTo(4.55, within(1e-9));
        assertThat(IsolationQuanta.ALWAYS.mayStart(0.9, 9)).isTrue();
    }

    @Test
    void numbersOutOfRangeAreNamed() {
        assertThatThrownBy(() -> new IsolationQuanta(0, 0.1))
                .hasMessage("quantum: expected above 0 and finite, got 0.0");
        assertThatThrownBy(() -> new IsolationQuanta(1, 1.5)).hasMessage("share: expected at most 1, got 1.5");
    }
}

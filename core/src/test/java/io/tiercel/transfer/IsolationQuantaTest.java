package io.tiercel.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    void numbersOutOfRangeAreNamed() {
        assertThatThrownBy(() -> new IsolationQuanta(0, 0.1))
                .hasMessage("quantum: expected above 0 and finite, got 0.0");
        assertThatThrownBy(() -> new IsolationQuanta(1, 1.5)).hasMessage("share: expected at most 1, got 1.5");
    }
}

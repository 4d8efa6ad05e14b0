package io.tiercel.hdfs.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallPaceTest {
    private long now = Long.MAX_VALUE - 5_000_000_000L;
    private final CallPace pace = new CallPace(100, () -> now);

    /** How long the last of so many calls has to wait. */
    private Duration reserve(int calls) {
        long wait = 0;
        for (int i = 0; i < calls; i++) {
            wait = pace.reserve();
        }
        return Duration.ofNanos(wait);
    }

    @Test
    void aQuarterSecondsCallsComeAtOnceAndLaterOnesAtTheRate() {
        assertThat(reserve(25)).isZero();
        assertThat(reserve(1)).isEqualTo(Duration.ofMillis(10));
        assertThat(reserve(4)).isEqualTo(Duration.ofMillis(50));
    }

    @Test
    void aPauseIsWorthAQuarterSecondsCallsAtMost() {
        reserve(25);
        now += Duration.ofMillis(100).toNanos();
        assertThat(reserve(10)).isZero();
        assertThat(reserve(1)).isEqualTo(Duration.ofMillis(10));

        now += Duration.ofSeconds(3).toNanos();

        assertThat(reserve(25)).isZero();
        assertThat(reserve(1)).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void aNameNodeThatTakesLongIsAskedLessOften() {
        reserve(25);

        pace.answered(Duration.ofMillis(1).toNanos() / 2);
        assertThat(reserve(1)).as("a twentieth of the time is kept").isEqualTo(Duration.ofMillis(10));

        pace.answered(Duration.ofMillis(1).toNanos());
        assertThat(reserve(1)).as("20 ms after the one before").isEqualTo(Duration.ofMillis(30));

        pace.answered(Duration.ofSeconds(1).toNanos());
        assertThat(reserve(1)).as("four intervals at most").isEqualTo(Duration.ofMillis(70));
    }
}

package io.tiercel.agent.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A device of 4 MiB/s: 256 KiB take 62.5 ms. A block of 2 MiB. */
class QueueDelayEstimatorTest {
    private static final OptionalDouble FULL = OptionalDouble.of(4 << 20);
    private static final int READ = 256 << 10;
    private static final long MILLI = 1_000_000;
    private static final long ALONE = 62_500_000;

    private final QueueDelayEstimator waits = new QueueDelayEstimator(2 << 20);

    @Test
    void readsBesideNobodyWaitForNobody() {
        Random random = new Random(1);
        for (int i = 0; i < 8; i++) {
            waits.add(READ, ALONE / 2 + (long) (random.nextDouble() * ALONE));
        }
        assertThat(waits.waitedNanos(FULL)).isZero();
    }

    @Test
    void whatTakesMuchLongerThanTheQuickerReadsHasWaited() {
        for (int i = 0; i < 8; i++) {
            waits.add(READ, i % 2 == 0 ? ALONE : 2_000 * MILLI);
        }
        assertThat(waits.waitedNanos(FULL)).isEqualTo(4 * (2_000 * MILLI - 3 * ALONE));
    }

    @Test
    void aDeviceThatHasBecomeSlowIsSlowInAllReads() {
        for (int i = 0; i < 8; i++) {
            waits.add(READ, 5 * ALONE);
        }
        assertThat(waits.waitedNanos(FULL)).isZero();
    }

    /** The first read came back when a task had read the block. */
    @Test
    void oneReadThatNeverGotTheDeviceHasWaited() {
        waits.add(READ, 3_000 * MILLI);
        assertThat(waits.waitedNanos(FULL)).isEqualTo(3_000 * MILLI - 3 * ALONE);
        waits.add(1_000, 1_000 * MILLI);
        assertThat(waits.waitedNanos(FULL))
                .as("of a part that is not all there")
                .isEqualTo(4_000 * MILLI - 6 * ALONE);
    }

    @Test
    void beforeTheDeviceIsKnownNothingCountsAsWaiting() {
        waits.add(1_000, 3_000 * MILLI);
        assertThat(waits.waitedNanos(OptionalDouble.empty())).isZero();
    }
}

package io.tiercel.testkit.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.linux.IoPriority;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who goes first. */
class EmulatedDeviceTest {
    private static final long MILLI = 1_000_000;
    private static final int PIECE = 32 << 10;

    private final List<Long> waits = new ArrayList<>();
    private long now;
    private boolean idle;
    private int urgentReads;

    /** A piece takes 8 ms. While an idle reader waits, the urgent one comes with another piece, as often as it has any. */
    private final EmulatedDevice device =
            new EmulatedDevice("disk", "DISK", new TokenBucket(4 << 20), () -> now, this::pass, () -> idle);

    private void pass(long nanos) {
        waits.add(nanos / MILLI);
        now += nanos;
        if (urgentReads > 0) {
            urgentReads--;
            idle = false;
            try {
                device.deliver(4 * PIECE, 0);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            idle = true;
        }
    }

    @Test
    void aReaderOfTheIdleClassHasTheDeviceToItselfWhenNobodyElseReads() throws IOException {
        idle = true;
        device.deliver(32 * PIECE, 0);
        assertThat(now).as("a MiB at 4 MiB/s, less the burst").isBetween(225 * MILLI, 235 * MILLI);
    }

    @Test
    void aReaderOfTheIdleClassWaitsUntilNobodyElseReads() throws IOException {
        device.deliver(4 * PIECE, 0);
        idle = true;
        urgentReads = 5;
        device.deliver(PIECE, 0);
        assertThat(urgentReads).isZero();
        assertThat(now).as("six urgent reads of 31 ms each, less the burst").isGreaterThan(160 * MILLI);
    }

    @Test
    void whatIsInMemoryIsNobodysTurn() throws IOException {
        device.deliver(4 * PIECE, 0);
        waits.clear();
        idle = true;
        device.deliver(0, 4 * PIECE);
        assertThat(waits).isEmpty();
    }

    @Test
    void aThreadIsNotOfTheIdleClassUnlessItSaysSo() {
        assertThat(IoPriority.isThisThreadIdle()).isFalse();
    }
}

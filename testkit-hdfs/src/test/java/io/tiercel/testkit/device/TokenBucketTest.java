package io.tiercel.testkit.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long MILLI = 1_000_000;
    private static final long MIB = 1 << 20;

    private final TokenBucket bandwidth = new TokenBucket(10 * MIB);

    @Test
    void takesTheTimeOfTheBytesLessTheBurst() {
        assertThat(bandwidth.reserve(MIB, 5_000 * MILLI)).isEqualTo(100 * MILLI - TokenBucket.BURST_NANOS);
    }

    @Test
    void letsABurstPassAtOnce() {
        assertThat(bandwidth.reserve(MIB / 8, 0)).isZero();
        assertThat(bandwidth.reserve(MIB / 8, 0)).isEqualTo(5 * MILLI);
    }

    @Test
    void sharesTheDeviceAmongThoseWhoReadAtOnce() {
        bandwidth.reserve(MIB, 0);
        assertThat(bandwidth.reserve(MIB, 0)).isEqualTo(200 * MILLI - TokenBucket.BURST_NANOS);
    }

    @Test
    void deliversItsBandwidthOverTimeHoweverSmallTheReads() {
        long now = 0;
        for (int i = 0; i < 1_000; i++) {
            now += bandwidth.reserve(MIB / 100, now);
        }
        assertThat(now).isBetween(1_000 * MILLI - TokenBucket.BURST_NANOS - MILLI, 1_000 * MILLI);
    }

    @Test
    void savesNoMoreThanOneBurstWhileIdle() {
        bandwidth.reserve(MIB, 0);
        assertThat(bandwidth.reserve(MIB, 60_000 * MILLI)).isEqualTo(100 * MILLI - TokenBucket.BURST_NANOS);
    }

    @Test
    void worksOnAClockThatStartsBelowZero() {
        assertThat(bandwidth.reserve(MIB, Long.MIN_VALUE / 2)).isBetween(79 * MILLI, 81 * MILLI);
    }

    @Test
    void neverWaitsWithoutALimit() {
        TokenBucket unlimited = new TokenBucket(0);
        assertThat(unlimited.reserve(Long.MAX_VALUE, 0)).isZero();
        assertThat(unlimited.reserve(Long.MAX_VALUE, 0)).isZero();
    }

    @Test
    void isWantedUntilAReadHasBeenDeliveredAndTheNextOneHasNotCome() {
        assertThat(bandwidth.wanted(0)).isZero();
        bandwidth.reserve(MIB, 0);
        assertThat(bandwidth.wanted(0)).isEqualTo(80 * MILLI + TokenBucket.ANTICIPATION_NANOS);
        assertThat(bandwidth.wanted(88 * MILLI)).isZero();
    }

    @Test
    void isNotWantedByReadersOfTheIdleClassThoughTheyTakeTime() {
        bandwidth.reserveIdle(MIB, 0);
        assertThat(bandwidth.wanted(0)).isZero();
        assertThat(bandwidth.reserveIdle(MIB, 0)).isEqualTo(200 * MILLI - TokenBucket.BURST_NANOS);
    }

    @Test
    void refusesANegativeBandwidth() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TokenBucket(-1))
                .withMessageContaining(">= 0 bytes/s");
    }
}

package io.tiercel.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PeakRateTest {
    private static final long SECOND = 1_000_000_000;

    /** Clocks of this kind may begin anywhere. */
    private static final long START = -7 * SECOND;

    private final PeakRate rate = new PeakRate();

    @Test
    void aSteadyRateIsItsPeak() {
        for (int at = 0; at < 1000; at++) {
            rate.add(2, START + at * SECOND / 100);
        }
        assertThat(rate.take()).isEqualTo(200);
    }

    @Test
    void aBurstAcrossTwoSecondsCountsInFull() {
        rate.add(5, START + 9 * SECOND / 10);
        rate.add(6, START + 11 * SECOND / 10);
        rate.add(7, START + 20 * SECOND / 10);
        assertThat(rate.take()).isEqualTo(13);
    }

    @Test
    void whatCameLongAgoDoesNotCount() {
        rate.add(5, START);
        rate.add(6, START + 100 * SECOND);
        rate.add(1, START + 101 * SECOND);
        assertThat(rate.take()).isEqualTo(6);
    }

    @Test
    void aPeakIsTakenOnce() {
        rate.add(5, START);
        assertThat(rate.take()).isEqualTo(5);
        assertThat(rate.take()).isZero();
        rate.add(2, START + SECOND / 10);
        assertThat(rate.take()).isEqualTo(2);
    }
}

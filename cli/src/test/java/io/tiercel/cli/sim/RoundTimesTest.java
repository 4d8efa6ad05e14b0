package io.tiercel.cli.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoundTimesTest {
    @Test
    void aClassEndsWhereTheNextBegins() {
        for (long nanos = 0; nanos < 100_000; nanos++) {
            int index = RoundTimes.classOf(nanos);
            assertThat(RoundTimes.endOf(index)).isBetween(nanos, nanos + nanos / 16);
            assertThat(RoundTimes.classOf(RoundTimes.endOf(index) + 1)).isEqualTo(index + 1);
        }
        assertThat(RoundTimes.endOf(RoundTimes.classOf(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatIsNotMeasuredIsNothing() {
        RoundTimes times = new RoundTimes(false);
        times.runBegins();
        times.roundBegins();
        times.roundEnds(1);
        times.runEnds();
        assertThat(times.rounds()).isZero();
        assertThat(times.millis(0.5)).isZero();
        assertThat(times.seconds()).isZero();
    }

    @Test
    void aRoundForWhichNothingWaitsIsNone() {
        RoundTimes times = new RoundTimes(true);
        times.roundBegins();
        times.roundEnds(0);
        times.roundBegins();
        times.roundEnds(5);
        assertThat(times.rounds()).isOne();
        assertThat(times.mostWaiting()).isEqualTo(5);
        assertThat(times.millis(1)).isBetween(0.0, times.mostMillis());
    }
}

package io.tiercel.cli.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.sim.ScenarioRuns.RoundTimes;
import org.junit.jupiter.api.Test;

class RoundTimesTest {
    @Test
    void whatIsNotMeasuredIsNothing() {
        RoundTimes times = new RoundTimes(false);
        times.beginRun();
        times.beginRound();
        times.endRound(1);
        times.endRun();
        assertThat(times.rounds()).isZero();
        assertThat(times.millis(50)).isZero();
        assertThat(times.seconds()).isZero();
    }

    @Test
    void aRoundForWhichNothingWaitsIsNone() {
        RoundTimes times = new RoundTimes(true);
        times.beginRound();
        times.endRound(0);
        times.beginRound();
        times.endRound(5);
        assertThat(times.rounds()).isOne();
        assertThat(times.waitingAtLongest()).isEqualTo(5);
        assertThat(times.millis(100)).isBetween(0.0, times.longestMillis());
    }
}

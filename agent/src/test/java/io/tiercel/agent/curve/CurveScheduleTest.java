package io.tiercel.agent.curve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.agent.curve.CurveMeasurement.Outcome;
import io.tiercel.model.ReadCurve;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CurveScheduleTest {
    private static final OptionalDouble UNKNOWN = OptionalDouble.empty();
    private static final Outcome DONE = new Outcome(Optional.of(new ReadCurve(100e6, 100e6, 0)), false);
    private static final Outcome SLOW = new Outcome(Optional.empty(), true);
    private static final long TOOK = Duration.ofSeconds(2).toNanos();

    private final CurveSchedule schedule = new CurveSchedule(new CurveSettings(true, Duration.ofHours(1), 0.01), 0);

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void aCurveIsMeasuredAtOnceAndAgainWhenItIsOld() {
        assertThat(schedule.isDue(UNKNOWN, 0)).isTrue();
        assertThat(schedule.ended(DONE, UNKNOWN, TOOK, 0)).isEqualTo(DONE.curve());
        assertThat(schedule.isDue(UNKNOWN, seconds(3_599))).isFalse();
        assertThat(schedule.isDue(UNKNOWN, seconds(3_600))).isTrue();
    }

    @Test
    void itTakesNoMoreThanItsShareOfTime() {
        schedule.ended(DONE, UNKNOWN, seconds(50), 0);
        assertThat(schedule.isDue(UNKNOWN, seconds(4_999))).isFalse();
        assertThat(schedule.isDue(UNKNOWN, seconds(5_000))).isTrue();
        schedule.ended(Outcome.NONE, UNKNOWN, TOOK, 0);
        assertThat(schedule.isDue(UNKNOWN, seconds(199))).isFalse();
        assertThat(schedule.isDue(UNKNOWN, seconds(200))).isTrue();
    }

    @Test
    void aMeasurementThatDoesNotCountIsRepeatedEverMoreRarely() {
        long now = 0;
        for (long pause : new long[] {5, 10, 20, 40, 80, 160, 300, 300}) {
            schedule.ended(Outcome.NONE, UNKNOWN, 0, now);
            assertThat(schedule.isDue(UNKNOWN, now + seconds(pause) - 1)).isFalse();
            now += seconds(pause);
            assertThat(schedule.isDue(UNKNOWN, now)).isTrue();
        }
    }

    @Test
    void anotherBandwidthOfMigrationsHasItRepeatedEarlier() {
        schedule.ended(DONE, OptionalDouble.of(30e6), TOOK, 0);
        assertThat(schedule.isDue(OptionalDouble.of(30e6), seconds(1_000)))
                .as("known when it was measured")
                .isFalse();
        assertThat(schedule.isDue(OptionalDouble.of(80e6), seconds(1_000))).isFalse();
        assertThat(schedule.isDue(OptionalDouble.of(40e6), seconds(599))).isFalse();
        assertThat(schedule.isDue(OptionalDouble.of(40e6), seconds(600))).isTrue();
    }

    @Test
    void aDeviceThatStaysSlowIsBelievedToBe() {
        schedule.ended(DONE, UNKNOWN, TOOK, 0);
        assertThat(schedule.best(UNKNOWN)).hasValue(100e6);
        assertThat(schedule.best(OptionalDouble.of(120e6))).hasValue(120e6);
        schedule.ended(SLOW, UNKNOWN, TOOK, 0);
        schedule.ended(SLOW, UNKNOWN, TOOK, 0);
        assertThat(schedule.best(UNKNOWN)).isPresent();
        schedule.ended(SLOW, UNKNOWN, TOOK, 0);
        assertThat(schedule.best(UNKNOWN)).isEmpty();
    }
}

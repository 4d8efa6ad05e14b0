package io.tiercel.spark.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.tiercel.record.ReadPlace;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.SampleEvents;
import io.tiercel.spark.event.StageReads;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ApplicationMetricsTest {
    private final MetricRegistry registry = new MetricRegistry();
    private final DriverMetrics metrics = new DriverMetrics();
    private final ApplicationMetrics totals = new ApplicationMetrics(metrics);

    @BeforeEach
    void register() {
        registry.registerAll(metrics);
    }

    private long value(String name) {
        return registry.getCounters().get(name).getCount();
    }

    @Test
    void whatEndsIsCountedOnce() {
        StageReads reads = SampleEvents.reads(1, true);
        PrefetchOutcomes outcomes = SampleEvents.outcomes(1, 100, true);
        totals.onOtherEvent(SampleEvents.reads(1, false));
        totals.onOtherEvent(SampleEvents.outcomes(1, 100, false));
        totals.onOtherEvent(SampleEvents.planned(1, 100));
        assertThat(registry.getCounters().values()).allMatch(counter -> counter.getCount() == 0);

        totals.onOtherEvent(reads);
        totals.onOtherEvent(outcomes);

        assertThat(value("tasks.ssd")).isEqualTo(reads.happened().total("SSD")).isPositive();
        assertThat(value("tasks.best")).isEqualTo(reads.summary().reads().bestHits());
        assertThat(value("held.millis")).isEqualTo(reads.summary().scheduling().heldMillis());
        assertThat(value("prefetch.blocks"))
                .isEqualTo(outcomes.outcome().taken())
                .isPositive();
        assertThat(value("prefetch.used") + value("prefetch.late") + value("prefetch.wasted"))
                .isEqualTo(outcomes.outcome().taken());
        assertThat(value("prefetch.bytes")).isEqualTo(outcomes.outcome().bytes());
        assertThat(value("prefetch.gain.expected.millis"))
                .isEqualTo(Math.round(1000 * outcomes.outcome().predictedGainSeconds()));
        assertThat(value("prefetch.gain.millis"))
                .isEqualTo(Math.round(1000 * outcomes.outcome().gainSeconds()));
    }

    @Test
    void aRoundCountsWithItsTimeAndWithTheReasonWhySparkDecided() {
        metrics.round(2_500_000, null);
        metrics.round(500_000, DriverMetric.ROUNDS_LEFT_BUDGET);

        assertThat(value("rounds")).isEqualTo(2);
        assertThat(value("rounds.micros")).isEqualTo(3_000);
        assertThat(value("rounds.left.budget")).isEqualTo(1);
        assertThat(value("rounds.left.failure")).isZero();
    }

    @Test
    void thereIsACounterForEachPlace() {
        for (ReadPlace place : ReadPlace.values()) {
            metrics.count(DriverMetric.tasksOf(place), 1 + place.ordinal());
        }
        assertThat(value("tasks.process")).isEqualTo(1);
        assertThat(value("tasks.unknown")).isEqualTo(1 + ReadPlace.UNKNOWN.ordinal());
    }

    /** An alert must not tell of a coordinator that is missing where none is wanted. */
    @Test
    void onlyAnApplicationWithACoordinatorSaysWhetherItIsReached() {
        assertThat(registry.getGauges()).isEmpty();

        DriverMetrics connected = new DriverMetrics();
        connected.coordinator(() -> true);
        MetricRegistry other = new MetricRegistry();
        other.registerAll(connected);

        assertThat(other.getGauges().get("coordinator.reached").getValue()).isEqualTo(1);
    }
}

package io.tiercel.spark.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.SampleEvents;
import io.tiercel.spark.event.StageReads;
import org.junit.jupiter.api.Test;

final class ApplicationMetricsTest {
    private final MetricRegistry registry = new MetricRegistry();
    private final ApplicationMetrics totals = new ApplicationMetrics(registry);

    private long value(String name) {
        return registry.counter(name).getCount();
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
}

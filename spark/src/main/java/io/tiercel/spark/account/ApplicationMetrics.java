package io.tiercel.spark.account;

import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.spark.GuardedListener;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.StageReads;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.spark.scheduler.SparkListenerEvent;

/** Adds the results of stages and of prefetches to the driver's metrics as they end. */
public final class ApplicationMetrics extends GuardedListener {
    private static final Map<DriverMetric, ToDoubleFunction<PrefetchTotals>> OF_PREFETCHING = Map.of(
            DriverMetric.PREFETCH_BLOCKS, PrefetchTotals::taken,
            DriverMetric.PREFETCH_BYTES, PrefetchTotals::bytes,
            DriverMetric.PREFETCH_USED, PrefetchTotals::used,
            DriverMetric.PREFETCH_LATE, PrefetchTotals::late,
            DriverMetric.PREFETCH_WASTED, PrefetchTotals::unread,
            DriverMetric.PREFETCH_GAIN_EXPECTED_MILLIS, totals -> 1000 * totals.predictedGainSeconds(),
            DriverMetric.PREFETCH_GAIN_MILLIS, totals -> 1000 * totals.gainSeconds());

    private final DriverMetrics metrics;

    public ApplicationMetrics(DriverMetrics metrics) {
        super("its metrics lack a part");
        this.metrics = metrics;
    }

    @Override
    public void onOtherEvent(SparkListenerEvent event) {
        guard(() -> count(event));
    }

    private void count(SparkListenerEvent event) {
        if (event instanceof StageReads reads && reads.over()) {
            StageSummary.Reads counts = reads.summary().reads();
            for (ReadPlace place : ReadPlace.values()) {
                metrics.count(DriverMetric.tasksOf(place), counts.happened().getOrDefault(place, 0));
            }
            metrics.count(DriverMetric.TASKS_BEST, counts.bestHits());
            metrics.count(DriverMetric.HELD_MILLIS, reads.summary().scheduling().heldMillis());
        } else if (event instanceof PrefetchOutcomes outcomes && outcomes.over()) {
            PrefetchTotals totals = outcomes.totals();
            OF_PREFETCHING.forEach((metric, value) -> metrics.count(metric, Math.round(value.applyAsDouble(totals))));
        }
    }
}

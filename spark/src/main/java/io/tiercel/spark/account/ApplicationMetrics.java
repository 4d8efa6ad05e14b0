package io.tiercel.spark.account;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.StageReads;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;

/**
 * An application's results as counters of Spark's metrics system. They grow as stages end:
 *
 * <ul>
 *   <li>{@code tasks.<place>}: task attempts by where they read;
 *   <li>{@code tasks.best}: those that read at their best possible place;
 *   <li>{@code prefetch.blocks}, {@code prefetch.bytes}: asked for;
 *   <li>{@code prefetch.used}, {@code prefetch.late}, {@code prefetch.wasted}: blocks by what came of them;
 *   <li>{@code prefetch.gain.expected.millis}, {@code prefetch.gain.millis}: by how much stages were expected to end sooner, and did.
 * </ul>
 */
public final class ApplicationMetrics extends SparkListener {
    private static final Map<String, ToDoubleFunction<PrefetchTotals>> OF_PREFETCHING = Map.of(
            "prefetch.blocks", PrefetchTotals::taken,
            "prefetch.bytes", PrefetchTotals::bytes,
            "prefetch.used", PrefetchTotals::used,
            "prefetch.late", PrefetchTotals::late,
            "prefetch.wasted", PrefetchTotals::unread,
            "prefetch.gain.expected.millis", totals -> 1000 * totals.predictedGainSeconds(),
            "prefetch.gain.millis", totals -> 1000 * totals.gainSeconds());

    private final MetricRegistry registry;
    private final Map<ReadPlace, Counter> tasks = new EnumMap<>(ReadPlace.class);
    private final Counter best;

    /** @param registry of the plugin's metrics */
    public ApplicationMetrics(MetricRegistry registry) {
        this.registry = registry;
        for (ReadPlace place : ReadPlace.values()) {
            tasks.put(place, registry.counter("tasks." + place.name().toLowerCase(Locale.ROOT)));
        }
        best = registry.counter("tasks.best");
        OF_PREFETCHING.keySet().forEach(registry::counter);
    }

    @Override
    public void onOtherEvent(SparkListenerEvent event) {
        if (event instanceof StageReads reads && reads.over()) {
            StageSummary.Reads counts = reads.summary().reads();
            tasks.forEach((place, counter) -> counter.inc(counts.happened().getOrDefault(place, 0)));
            best.inc(counts.bestHits());
        } else if (event instanceof PrefetchOutcomes outcomes && outcomes.over()) {
            PrefetchTotals totals = outcomes.totals();
            OF_PREFETCHING.forEach(
                    (name, value) -> registry.counter(name).inc(Math.round(value.applyAsDouble(totals))));
        }
    }
}

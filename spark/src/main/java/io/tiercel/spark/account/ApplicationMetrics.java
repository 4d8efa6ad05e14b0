package io.tiercel.spark.account;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.record.ReadPlace;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.StageReads;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
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
    private final Map<ReadPlace, Counter> tasks = new EnumMap<>(ReadPlace.class);
    private final Counter best;
    private final Counter blocks;
    private final Counter bytes;
    private final Counter used;
    private final Counter late;
    private final Counter wasted;
    private final Counter expectedGain;
    private final Counter gain;

    /** @param registry of the plugin's metrics */
    public ApplicationMetrics(MetricRegistry registry) {
        Arrays.stream(ReadPlace.values())
                .forEach(place -> tasks.put(
                        place, registry.counter("tasks." + place.name().toLowerCase(Locale.ROOT))));
        best = registry.counter("tasks.best");
        blocks = registry.counter("prefetch.blocks");
        bytes = registry.counter("prefetch.bytes");
        used = registry.counter("prefetch.used");
        late = registry.counter("prefetch.late");
        wasted = registry.counter("prefetch.wasted");
        expectedGain = registry.counter("prefetch.gain.expected.millis");
        gain = registry.counter("prefetch.gain.millis");
    }

    @Override
    public void onOtherEvent(SparkListenerEvent event) {
        if (event instanceof StageReads reads && reads.over()) {
            tasks.forEach((place, counter) -> counter.inc(reads.happened().total(place.name())));
            best.inc(reads.bestHits());
        } else if (event instanceof PrefetchOutcomes outcomes && outcomes.over()) {
            PrefetchTotals totals = outcomes.totals();
            blocks.inc(totals.taken());
            bytes.inc(totals.bytes());
            used.inc(totals.used());
            late.inc(totals.late());
            wasted.inc(totals.unread());
            expectedGain.inc(Math.round(1000 * totals.predictedGainSeconds()));
            gain.inc(Math.round(1000 * totals.gainSeconds()));
        }
    }
}

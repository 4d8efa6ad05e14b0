package io.tiercel.spark.ui.page;

import io.tiercel.spark.event.PrefetchOutcomes;

/**
 * What came of prefetching, of one stage or of several.
 *
 * @param taken blocks asked for
 * @param used of them in memory when their first task started
 * @param late of them not
 * @param unread of them read by nobody; of a stage that runs, not yet
 * @param predictedGainMillis by how much plans were expected to shorten stages, summed up
 * @param gainMillis by how much stages ended sooner than was expected without prefetching, of those that are over
 */
public record PrefetchTotals(
        int taken, int used, int late, int unread, long bytes, long predictedGainMillis, long gainMillis) {
    public static final PrefetchTotals NONE = new PrefetchTotals(0, 0, 0, 0, 0, 0, 0);

    public static PrefetchTotals of(PrefetchOutcomes outcomes) {
        if (outcomes.taken() == 0) {
            return NONE;
        }
        return new PrefetchTotals(
                outcomes.taken(),
                outcomes.used(),
                outcomes.late(),
                outcomes.unread(),
                outcomes.bytes(),
                outcomes.predictedGainMillis(),
                outcomes.over() ? outcomes.gainMillis() : 0);
    }

    PrefetchTotals and(PrefetchTotals other) {
        return new PrefetchTotals(
                taken + other.taken,
                used + other.used,
                late + other.late,
                unread + other.unread,
                bytes + other.bytes,
                predictedGainMillis + other.predictedGainMillis,
                gainMillis + other.gainMillis);
    }
}

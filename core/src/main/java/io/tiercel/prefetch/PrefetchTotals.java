package io.tiercel.prefetch;

/**
 * Sums of outcomes.
 *
 * @param taken blocks that were requested
 * @param used of these, in memory when their first task was launched
 * @param late of these, not in memory by then
 * @param unread of these, read by no task so far
 * @param bytes of the requested blocks
 * @param predictedGainSeconds that plans were to save
 * @param gainSeconds that jobs took less than predicted without prefetching
 */
public record PrefetchTotals(
        int taken, int used, int late, int unread, long bytes, double predictedGainSeconds, double gainSeconds) {
    public static final PrefetchTotals NONE = new PrefetchTotals(0, 0, 0, 0, 0, 0, 0);

    /** The blocks and gains of one outcome; nothing of a plan that requested nothing. */
    public static PrefetchTotals of(PrefetchOutcome outcome) {
        if (outcome.taken() == 0) {
            return NONE;
        }
        return new PrefetchTotals(
                outcome.taken(),
                outcome.used(),
                outcome.late(),
                outcome.unread(),
                outcome.bytes(),
                outcome.predictedGainSeconds(),
                outcome.gainSeconds());
    }

    /** The same without gains: for outcomes whose predictions do not cover the whole job. */
    public PrefetchTotals withoutGain() {
        return new PrefetchTotals(taken, used, late, unread, bytes, 0, 0);
    }

    public PrefetchTotals plus(PrefetchTotals other) {
        return new PrefetchTotals(
                taken + other.taken,
                used + other.used,
                late + other.late,
                unread + other.unread,
                bytes + other.bytes,
                predictedGainSeconds + other.predictedGainSeconds,
                gainSeconds + other.gainSeconds);
    }
}

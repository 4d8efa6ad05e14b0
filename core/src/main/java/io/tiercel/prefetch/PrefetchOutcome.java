package io.tiercel.prefetch;

/**
 * The outcome of a plan, beside its predictions. Times are seconds from the job's submission, NaN if unknown. {@link PrefetchTracker}
 * makes it; events, records and reports carry it.
 *
 * @param taken blocks that were requested
 * @param used of these, in memory when the first task that reads them was launched
 * @param late of these, not in memory by then
 * @param unread of these, read by no task so far
 * @param bytes of the requested blocks
 * @param seconds the job's duration, or its age while it runs
 * @param predictedSeconds its duration by the plan, corrected
 * @param secondsWithout its duration without prefetching by the plan, corrected
 * @param prefetchedSeconds when the last block arrived that arrived before its first task
 * @param predictedPrefetchedSeconds when the last of the same blocks should have arrived by the plan, corrected
 * @param computingSeconds what a task computed, in the mean
 * @param predictedComputingSeconds what a task should compute, in the mean
 * @param factor that corrected the job's times
 * @param prefetchedFactor that corrected the last arrival
 */
public record PrefetchOutcome(
        int taken,
        int used,
        int late,
        int unread,
        long bytes,
        double seconds,
        double predictedSeconds,
        double secondsWithout,
        double prefetchedSeconds,
        double predictedPrefetchedSeconds,
        double computingSeconds,
        double predictedComputingSeconds,
        double factor,
        double prefetchedFactor) {
    public double predictedGainSeconds() {
        return secondsWithout - predictedSeconds;
    }

    /** Seconds that the job took less than predicted without prefetching. */
    public double gainSeconds() {
        return secondsWithout - seconds;
    }
}

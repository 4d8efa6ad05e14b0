package io.tiercel.prefetch;

/**
 * What came of a plan, beside what it foretold.
 *
 * @param taken blocks that were asked for
 * @param used of these, in memory when the first task that reads them was launched, as far as was known
 * @param late of these, not in memory by then
 * @param unread of these, never read
 * @param bytes of the blocks that were asked for
 * @param seconds from the job's submission to its end
 * @param predictedSeconds the same, by the plan, corrected
 * @param secondsWithout the same without prefetching, by the plan, corrected
 * @param prefetchedSeconds from the submission until the last block that was asked for was heard to be in memory; NaN if none was
 * @param predictedPrefetchedSeconds the same, by the plan, corrected; NaN if nothing was asked for
 * @param computingSeconds what a task computed, in the mean; NaN if no task told
 * @param predictedComputingSeconds the same, by the plan
 * @param factor what the models' times of the job were multiplied by, as earlier jobs of its kind had taught
 * @param prefetchedFactor the same of the time until the last block is in memory
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
        double prefetchedFactor) {}

package io.tiercel.prefetch;

/**
 * The models' predictions of one job. Times are seconds.
 *
 * @param seconds the job under its plan, uncorrected
 * @param secondsWithout the job without prefetching, uncorrected
 * @param computingSeconds what a task computes, in the mean
 * @param factor corrects the times of the whole job, as earlier jobs of its kind taught
 * @param prefetchedFactor corrects the time until the last block is in memory
 */
public record PrefetchForecast(
        double seconds, double secondsWithout, double computingSeconds, double factor, double prefetchedFactor) {}

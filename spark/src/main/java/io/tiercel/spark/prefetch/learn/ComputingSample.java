package io.tiercel.spark.prefetch.learn;

/**
 * The computing time of one task.
 *
 * @param phase of the task in its executor
 * @param bytes that it read
 * @param seconds that it computed
 * @param exact whether it computed exactly so long; else at least
 */
public record ComputingSample(WarmUpPhase phase, long bytes, double seconds, boolean exact) {}

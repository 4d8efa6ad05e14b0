package io.tiercel.record;

/**
 * Scheduling times of a stage.
 *
 * @param medianMicros median time of a round of assignment, microseconds
 * @param maxMicros the longest round, microseconds
 * @param rounds how many rounds there were
 * @param heldMillis that slots were kept free for a better task, summed over slots, milliseconds
 */
public record SchedulingTime(long medianMicros, long maxMicros, int rounds, long heldMillis) {}

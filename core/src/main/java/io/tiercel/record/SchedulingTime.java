package io.tiercel.record;

/**
 * What scheduling a stage took.
 *
 * @param medianMicros median time of a round of assignment, in microseconds
 * @param maxMicros the longest round, in microseconds
 * @param rounds how many rounds there were
 * @param heldMillis for how long slots were kept free for a better task, summed over slots, in milliseconds
 */
public record SchedulingTime(long medianMicros, long maxMicros, int rounds, long heldMillis) {}

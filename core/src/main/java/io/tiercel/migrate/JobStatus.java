package io.tiercel.migrate;

/**
 * A job for people.
 *
 * @param job its name
 * @param claims how many blocks it references or holds
 * @param leaseEnds nanoseconds at which it is given up unless it gives a sign of life
 */
public record JobStatus(String job, int claims, long leaseEnds) {}

package io.tiercel.migrate;

/**
 * What a job has given back.
 *
 * @param references that ended
 * @param freedBytes of blocks that no job claims any more
 */
public record ReleaseOutcome(int references, long freedBytes) {}

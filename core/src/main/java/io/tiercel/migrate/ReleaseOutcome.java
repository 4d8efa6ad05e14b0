package io.tiercel.migrate;

/**
 * The blocks that a job has given back.
 *
 * @param references that ended
 * @param freedBytes of blocks that no job claims any more
 */
public record ReleaseOutcome(int references, long freedBytes) {}

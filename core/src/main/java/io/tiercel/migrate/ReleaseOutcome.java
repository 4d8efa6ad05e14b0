package io.tiercel.migrate;

/** How many references of a job ended, and the bytes of the blocks that no job claims any more. */
public record ReleaseOutcome(int references, long freedBytes) {}

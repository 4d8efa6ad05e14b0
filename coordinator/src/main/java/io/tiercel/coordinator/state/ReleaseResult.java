package io.tiercel.coordinator.state;

/**
 * What was given back.
 *
 * @param references of the job
 * @param freedBytes to which no job refers any more
 */
public record ReleaseResult(int references, long freedBytes) {}

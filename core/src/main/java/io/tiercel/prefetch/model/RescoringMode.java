package io.tiercel.prefetch.model;

/** What the modelled scheduler knows of blocks that come into memory while the job runs. */
public enum RescoringMode {
    /**
     * Trident, algorithm 5, as printed: tasks are queued once by their scores at submission, and a task that starts at the very moment
     * at which its block is ready reads it from the device.
     */
    AS_PUBLISHED,
    /**
     * Scores as of each task's start, as a scheduler prices them that hears of residency (section 4.1: "once prefetching
     * completes, the preference score will be adjusted"); at the very moment is in time.
     */
    RESCORED
}

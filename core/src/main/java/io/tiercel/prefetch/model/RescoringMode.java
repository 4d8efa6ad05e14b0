package io.tiercel.prefetch.model;

/** Whether the modelled scheduler follows residency while the job runs. */
public enum RescoringMode {
    /**
     * Trident, algorithm 5, as printed. Tasks are queued once by their scores at submission. A task that starts exactly when its
     * block is ready reads it from the device.
     */
    AS_PUBLISHED,
    /**
     * Scores are those at each task's start (section 4.1: "once prefetching completes, the preference score will be adjusted"). A
     * task that starts exactly when its block is ready reads it from memory.
     */
    RESCORED
}

package io.tiercel.record;

/**
 * Where a task's input was read from, as seen from the task; ordered by cost. A tier is one of its own node, {@code RACK} is
 * another node of its rack, and {@code REMOTE} is another rack or storage beyond the cluster.
 */
public enum ReadPlace {
    /** The memory of the process that ran it. */
    PROCESS,
    MEMORY,
    SSD,
    HDD,
    RACK,
    REMOTE,
    /** Its input was not located. */
    UNKNOWN
}

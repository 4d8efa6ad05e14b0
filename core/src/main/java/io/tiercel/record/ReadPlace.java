package io.tiercel.record;

/** Where a task's input was read from, as seen from the task; ordered by cost. */
public enum ReadPlace {
    /** The memory of the process that ran it. */
    PROCESS,
    /** Memory of its node. */
    MEMORY,
    /** An SSD of its node. */
    SSD,
    /** An HDD of its node. */
    HDD,
    /** Another node of its rack. */
    RACK,
    /** Another rack, or storage beyond the cluster. */
    REMOTE,
    /** Its input was not located. */
    UNKNOWN
}

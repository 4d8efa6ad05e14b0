package io.tiercel.sim.job;

/** Which of a block's replicas a task reads. */
public enum ReplicaOrder {
    /** One on its own node before one in its rack before any other; of these the fastest tier. */
    NEAREST,
    /** One in memory, wherever that is, before all others, as DYRS directs reads (section III). */
    MEMORY_FIRST,
    /** One in memory, or whose node has been chosen to bring it there, before all others: what a scheme is left with that binds at once. */
    MIGRATED_FIRST
}

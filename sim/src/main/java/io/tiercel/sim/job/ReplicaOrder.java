package io.tiercel.sim.job;

/** Which of a block's replicas a task prefers. */
public enum ReplicaOrder {
    /** On its own node, then in its rack, then elsewhere; among equals the fastest tier. */
    NEAREST,
    /** In memory on any node, as DYRS directs reads (section III). */
    MEMORY_FIRST,
    /** In memory, or on a node that was chosen to bring it into memory: the order of a scheme that binds at once. */
    MIGRATED_FIRST
}

package io.tiercel.sim.schedule;

/** The free slots over which a policy decides at a time. The mode explains many of the localities in Trident's section 7.1. */
public enum OfferMode {
    /** One slot of a node at each of its heartbeats, as Hadoop 2's capacity scheduler. */
    ONE_SLOT_OF_A_NODE,
    /** All free slots of a node at its heartbeat, as Hadoop 2's FIFO scheduler. */
    ALL_SLOTS_OF_A_NODE,
    /**
     * Free slots of a node at its heartbeat, until a task has got one that has no input there. Hadoop 2's capacity scheduler ends a node's
     * turn with the first container off the switch. Where applications name no racks, every container off the node counts as that.
     */
    LOCAL_SLOTS_OF_A_NODE,
    /** All free slots of the cluster at each heartbeat of the scheduler. */
    ALL_SLOTS,
    /**
     * The slots that Trident's algorithm 3 grants for a job's tasks in sum ({@link io.tiercel.allocate.ContainerAllocation}), at each
     * heartbeat of the scheduler.
     */
    CONTAINERS;

    /** Slots of a node in one offer, at most; 0 if all nodes are offered. */
    int ofANode() {
        return switch (this) {
            case ONE_SLOT_OF_A_NODE -> 1;
            case ALL_SLOTS_OF_A_NODE, LOCAL_SLOTS_OF_A_NODE -> Integer.MAX_VALUE;
            case ALL_SLOTS, CONTAINERS -> 0;
        };
    }

    /** Whether an offer ends when a task has got a slot without local input. */
    boolean endsAwayFromInput() {
        return this == LOCAL_SLOTS_OF_A_NODE;
    }
}

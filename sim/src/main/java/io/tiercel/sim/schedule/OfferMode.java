package io.tiercel.sim.schedule;

/** Over which free slots a policy decides at a time; explains much of the localities that Trident's section 7.1 reports. */
public enum OfferMode {
    /** One slot of one node at each heartbeat of that node, as Hadoop 2's capacity scheduler hands out containers. */
    ONE_SLOT_OF_A_NODE,
    /** All free slots of one node at its heartbeat, as Hadoop 2's FIFO scheduler does. */
    ALL_SLOTS_OF_A_NODE,
    /**
     * Of one node at its heartbeat all free slots for tasks that find their input there, until one has got a slot that does not: Hadoop 2's capacity scheduler ends a node's turn
     * with the first container off the switch, and what is not on the node counts as that where applications name no racks.
     */
    LOCAL_SLOTS_OF_A_NODE,
    /** All free slots of the cluster at each heartbeat of the scheduler. */
    ALL_SLOTS,
    /**
     * Of all free slots of the cluster those that Trident's algorithm 3 grants for what a job's tasks ask for in sum ({@link
     * io.tiercel.allocate.ContainerAllocation}), at each heartbeat of the scheduler.
     */
    CONTAINERS;

    /** Of one node at a time: how many slots of it at most; 0 if all nodes are offered. */
    int ofANode() {
        return switch (this) {
            case ONE_SLOT_OF_A_NODE -> 1;
            case ALL_SLOTS_OF_A_NODE, LOCAL_SLOTS_OF_A_NODE -> Integer.MAX_VALUE;
            case ALL_SLOTS, CONTAINERS -> 0;
        };
    }

    /** Whether an offer is over when a task has got a slot away from its input. */
    boolean endsAwayFromInput() {
        return this == LOCAL_SLOTS_OF_A_NODE;
    }
}

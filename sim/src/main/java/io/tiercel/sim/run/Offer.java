package io.tiercel.sim.run;

/** Over which free slots a policy decides at a time; explains much of the localities that Trident's section 7.1 reports. */
public enum Offer {
    /** One slot of one node at each heartbeat of that node, as Hadoop 2's capacity scheduler hands out containers. */
    ONE_SLOT_OF_A_NODE,
    /** All free slots of one node at its heartbeat, as Hadoop 2's FIFO scheduler does. */
    ALL_SLOTS_OF_A_NODE,
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
            case ALL_SLOTS_OF_A_NODE -> Integer.MAX_VALUE;
            case ALL_SLOTS, CONTAINERS -> 0;
        };
    }
}

package io.tiercel.sim.run;

/** Over which free slots a policy decides at a time; explains much of the localities that Trident's section 7.1 reports. */
public enum Offer {
    /** One slot of one node at each heartbeat of that node, as Hadoop 2 hands out containers. */
    ONE_SLOT_OF_A_NODE,
    /** All free slots of the cluster at each heartbeat of the scheduler. */
    ALL_SLOTS
}

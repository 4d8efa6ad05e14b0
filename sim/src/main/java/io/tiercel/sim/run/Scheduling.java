package io.tiercel.sim.run;

import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.CostModel;
import io.tiercel.sim.verify.Promise;

/**
 * How waiting tasks get slots. Jobs come in the order of their arrival; a later one gets what earlier ones leave.
 *
 * @param policy which task on which node
 * @param costs the prices that the policy goes by
 * @param offer over which slots it decides at a time
 * @param heartbeat nanoseconds between two offers: of each node, or of the whole cluster
 * @param localityWait how long a job waits for nodes that have its input
 * @param shuffles whether the nodes of an offer come in an order that is drawn, as Spark has it; of equal ones policies take the first
 */
public record Scheduling(
        AssignmentPolicy policy,
        CostModel costs,
        Offer offer,
        long heartbeat,
        LocalityWait localityWait,
        boolean shuffles) {
    public Scheduling {
        if (heartbeat <= 0) {
            throw new IllegalArgumentException("heartbeat: expected above 0 ns, got " + heartbeat);
        }
    }

    /** No job waits for a better slot than it is offered. */
    public Scheduling(AssignmentPolicy policy, CostModel costs, Offer offer, long heartbeat) {
        this(policy, costs, offer, heartbeat, LocalityWait.NONE, false);
    }

    /** Nodes are offered in the order of their numbers. */
    public Scheduling(
            AssignmentPolicy policy, CostModel costs, Offer offer, long heartbeat, LocalityWait localityWait) {
        this(policy, costs, offer, heartbeat, localityWait, false);
    }

    /**
     * What each round keeps: core's policies assign as many tasks as there are slots for ({@link AssignmentPolicy#decide}), and containers are granted for as
     * many; so only a locality wait, or an offer that ends with a task away from its input, leaves tasks without a slot that is offered. Jobs that are held until their input is in memory do not wait for slots.
     */
    Promise promise() {
        boolean ends = offer.awayFromInput() < Integer.MAX_VALUE;
        return new Promise(offer.ofANode(), ends || !localityWait.equals(LocalityWait.NONE));
    }

    /** The same with another wait. */
    public Scheduling withWait(LocalityWait other) {
        return new Scheduling(policy, costs, offer, heartbeat, other, shuffles);
    }

    /** The same with shuffled offers. */
    public Scheduling shuffled() {
        return new Scheduling(policy, costs, offer, heartbeat, localityWait, true);
    }
}

package io.tiercel.sim.schedule;

import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.CostModel;
import io.tiercel.sim.verify.RoundContract;
import io.tiercel.stage.HoldRule;

/**
 * How waiting tasks get slots. Jobs come in the order of their arrival; a later one gets what earlier ones leave.
 *
 * @param policy which task on which node
 * @param costs the prices that the policy goes by
 * @param offer over which slots it decides at a time
 * @param heartbeat nanoseconds between two offers: of each node, or of the whole cluster
 * @param localityWait how long a job waits for nodes that have its input
 * @param shuffles whether the nodes of an offer come in an order that is drawn, as Spark has it; of equal ones policies take the first
 * @param hold for how long a task waits for a better slot, as Spark's plugin has it (decision 0503); {@link HoldRule#NEVER} for others
 */
public record SchedulingSpec(
        AssignmentPolicy policy,
        CostModel costs,
        OfferMode offer,
        long heartbeat,
        LocalityWait localityWait,
        boolean shuffles,
        HoldRule hold) {
    public SchedulingSpec {
        if (heartbeat <= 0) {
            throw new IllegalArgumentException("heartbeat: expected above 0 ns, got " + heartbeat);
        }
        if (hold.capMillis() > 0 && offer != OfferMode.ALL_SLOTS) {
            throw new IllegalArgumentException("hold: expected offers of all slots, got " + offer);
        }
    }

    /** No job waits for a better slot than it is offered; nodes are offered by their numbers. */
    public SchedulingSpec(AssignmentPolicy policy, CostModel costs, OfferMode offer, long heartbeat) {
        this(policy, costs, offer, heartbeat, LocalityWait.NONE, false, HoldRule.NEVER);
    }

    /**
     * What each round keeps: core's policies assign as many tasks as there are slots for ({@link AssignmentPolicy#decide}), and containers are granted for as
     * many; so only a wait for a better slot, or an offer that ends with a task away from its input, leaves tasks without a slot that is offered. Jobs that are held until their input is in memory do not wait for slots.
     */
    public RoundContract promise() {
        boolean waits = !localityWait.equals(LocalityWait.NONE) || hold.capMillis() > 0;
        return new RoundContract(offer.ofANode(), waits || offer.endsAwayFromInput());
    }
}

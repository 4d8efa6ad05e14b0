package io.tiercel.sim.schedule;

import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.CostModel;
import io.tiercel.sim.verify.RoundContract;
import io.tiercel.stage.HoldRule;

/**
 * How waiting tasks get slots. Jobs are asked in the order in which they began.
 *
 * @param costs prices for the policy
 * @param offer the slots over which the policy decides at a time
 * @param heartbeat nanoseconds between two offers of each node, or of the cluster
 * @param localityWait how long a job waits for nodes with its input
 * @param shuffles whether nodes are offered in random order, as in Spark; policies take the first of equal nodes
 * @param hold how long a task waits for a better slot, as in Spark's plugin (decision 0503); {@link HoldRule#NEVER} for others
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

    /** Tasks take every slot, and nodes are offered by number. */
    public SchedulingSpec(AssignmentPolicy policy, CostModel costs, OfferMode offer, long heartbeat) {
        this(policy, costs, offer, heartbeat, LocalityWait.NONE, false, HoldRule.NEVER);
    }

    /**
     * The invariant of each round. Core's policies assign as many tasks as there are slots ({@link AssignmentPolicy#decide}), and as many
     * containers are granted. So only a wait for a better slot, or an offer that ends early, leaves tasks without an offered slot.
     */
    public RoundContract promise() {
        boolean waits = !localityWait.equals(LocalityWait.NONE) || hold.capMillis() > 0;
        return new RoundContract(offer.ofANode(), waits || offer.endsAwayFromInput());
    }
}

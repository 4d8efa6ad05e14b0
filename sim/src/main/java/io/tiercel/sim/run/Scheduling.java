package io.tiercel.sim.run;

import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.CostModel;

/**
 * How tasks get slots. Jobs come in the order of their arrival; a later one gets what earlier ones leave.
 *
 * @param policy which task on which node
 * @param costs the prices that the policy goes by
 * @param offer over which slots it decides at a time
 * @param heartbeat nanoseconds between two offers: of each node, or of the whole cluster
 */
public record Scheduling(AssignmentPolicy policy, CostModel costs, Offer offer, long heartbeat) {
    public Scheduling {
        if (heartbeat <= 0) {
            throw new IllegalArgumentException("heartbeat: expected above 0 ns, got " + heartbeat);
        }
    }
}

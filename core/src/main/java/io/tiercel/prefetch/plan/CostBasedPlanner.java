package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.PrefetchProblem;

/**
 * Prefetches the blocks that, by simulation, make the job end soonest (Trident, algorithm 7). Models selections of growing degrees of
 * parallelism, with and without a delay, and keeps the best; of equal ones the first.
 *
 * <p>Beyond the paper, each switched off by {@link PlannerSettings}: several orders of offering, a search past a dip, late blocks left
 * out, and a least gain.
 */
public record CostBasedPlanner(PlannerSettings settings) implements PrefetchPlanner {
    @Override
    public String name() {
        return PrefetchPlanners.COST;
    }

    @Override
    public PrefetchPlan plan(PrefetchProblem problem) {
        return new PlanSearch(problem, settings).plan();
    }
}

package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.PrefetchProblem;

/**
 * Prefetches what, by simulation, makes the job end soonest: Trident, algorithm 7. Selections for growing degrees of
 * parallelism are modelled, with and without a delay, and the best is kept; of equal ones the first.
 *
 * <p>Beyond the paper ({@link PlannerSettings} switches each off): several orders of offering, a search that looks past a dip, blocks that
 * would come too late are left out, and a gain too small to trust counts as none.
 */
public final class CostBasedPlanner implements PrefetchPlanner {
    /** The name of this planner. */
    public static final String NAME = "trident";

    private final PlannerSettings settings;

    /** A planner that searches as {@code settings} say. */
    public CostBasedPlanner(PlannerSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PrefetchPlan plan(PrefetchProblem problem) {
        return new PlanSearch(problem, settings).plan();
    }
}

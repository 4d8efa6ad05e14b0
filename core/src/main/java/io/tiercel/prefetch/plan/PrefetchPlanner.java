package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.PrefetchProblem;

/** Decides what to bring into memory for a job. A pure function: the same problem always gets the same plan. */
public interface PrefetchPlanner {
    /** The name by which users choose it. */
    String name();

    /** The plan, with a decision on every block. */
    PrefetchPlan plan(PrefetchProblem problem);
}

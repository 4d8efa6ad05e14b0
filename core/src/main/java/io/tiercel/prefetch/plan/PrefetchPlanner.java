package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.PrefetchProblem;

/** Decides what to bring into memory for a job. A pure function: the same problem always gets the same plan. */
public interface PrefetchPlanner {
    /** The name under which users choose it. */
    String name();

    /** What to prefetch, with a decision on every block. */
    PrefetchPlan plan(PrefetchProblem problem);
}

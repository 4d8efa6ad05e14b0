package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.PrefetchProblem;

/** Decides what to bring into memory for a job. A pure function: the same problem always gets the same plan. */
public interface PrefetchPlanner {
    String name();

    PrefetchPlan plan(PrefetchProblem problem);
}

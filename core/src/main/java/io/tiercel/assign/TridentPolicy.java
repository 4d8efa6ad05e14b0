package io.tiercel.assign;

import java.util.Arrays;

/**
 * Trident (sections 2.2 and 5.2): of all assignments of as many tasks as there are slots for, one of least total cost. Input
 * in the process costs 0 and a task without preference just below {@code c1}, so that the engine's own order among these
 * comes out of the costs. Departs from the paper in the solver; ties are broken as {@link MinCostMatching} does.
 */
public final class TridentPolicy implements AssignmentPolicy {
    public static final String NAME = "trident";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Decision decide(AssignmentProblem problem) {
        Assignment assignment = MinCostMatching.solve(problem).assignment();
        return new Decision(
                assignment, Arrays.asList(reasons(assignment, problem.tasks().size())));
    }

    private static Reason[] reasons(Assignment assignment, int tasks) {
        Reason[] reasons = new Reason[tasks];
        Arrays.setAll(reasons, task -> assignment.nodeOf(task) == Assignment.NONE ? Reason.NO_SLOT : Reason.LEAST_COST);
        return reasons;
    }
}

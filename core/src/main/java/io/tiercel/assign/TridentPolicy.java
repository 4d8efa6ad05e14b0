package io.tiercel.assign;

import io.tiercel.assign.matching.MinCostMatching;
import io.tiercel.assign.matching.Solution;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Trident (sections 2.2 and 5.2): of all assignments of as many tasks as there are slots for, one of least total cost. Input
 * in the process costs 0 and a task without preference just below {@code c1}, so that the engine's own order among these
 * comes out of the costs. Ties are broken as {@link MinCostMatching} does.
 *
 * <p>Departs from the paper in the solver, and in that it does not prune unless told to: {@link ResourcePruning} and
 * {@link TaskPruning} show how that loses the optimum.
 */
public final class TridentPolicy implements AssignmentPolicy {
    public static final String NAME = "trident";

    private static final int NO_PRUNING = 0;

    private final int pruningFactor;

    /** The exact policy. */
    public TridentPolicy() {
        this(NO_PRUNING);
    }

    private TridentPolicy(int pruningFactor) {
        this.pruningFactor = pruningFactor;
    }

    /**
     * The policy as published, with both prunings before the matching; of least cost only among what they leave.
     *
     * @param d the file system's replication factor, at least 1
     */
    public static TridentPolicy pruning(int d) {
        if (d < 1) {
            throw new IllegalArgumentException("d: expected a replication factor of at least 1, got " + d);
        }
        return new TridentPolicy(d);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Decision decide(AssignmentProblem problem) {
        if (pruningFactor != NO_PRUNING) {
            return decision(problem, PrunedMatching.solve(problem, pruningFactor), null);
        }
        Solution solution = MinCostMatching.solve(problem);
        return decision(problem, solution.assignment(), solution.certificate());
    }

    @Override
    public boolean isLeastCost() {
        return pruningFactor == NO_PRUNING;
    }

    private static Decision decision(
            AssignmentProblem problem, Assignment assignment, @Nullable Certificate certificate) {
        Reason[] reasons = reasons(assignment, problem.tasks().size());
        return new Decision(assignment, Arrays.asList(reasons), certificate);
    }

    private static Reason[] reasons(Assignment assignment, int tasks) {
        Reason[] reasons = new Reason[tasks];
        Arrays.setAll(reasons, task -> assignment.nodeOf(task) == Assignment.NONE ? Reason.NO_SLOT : Reason.LEAST_COST);
        return reasons;
    }
}

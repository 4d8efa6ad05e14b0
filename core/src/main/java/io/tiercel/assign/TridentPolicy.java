package io.tiercel.assign;

import io.tiercel.assign.matching.MinCostMatching;
import io.tiercel.assign.matching.MinCostMatching.Solution;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Trident (sections 2.2 and 5.2): an assignment of least total cost among those that fill as many slots as possible. Input in
 * the process costs 0 and a task without preference just below {@code c1}, so that the costs keep the engine's own order of
 * these. {@link MinCostMatching} breaks ties.
 *
 * <p>Departs from the paper in the solver, and does not prune: {@link PrunedMatching} shows how pruning loses the optimum.
 */
public final class TridentPolicy implements AssignmentPolicy {
    private static final String NAME = "trident";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Decision decide(AssignmentProblem problem) {
        return decision(MinCostMatching.solve(problem));
    }

    @Override
    public Optional<Decision> decide(AssignmentProblem problem, BooleanSupplier isSpent) {
        return MinCostMatching.solve(problem, isSpent).map(TridentPolicy::decision);
    }

    @Override
    public boolean isLeastCost() {
        return true;
    }

    @Override
    public HoldScope holdScope() {
        return HoldScope.ANY_GAIN;
    }

    @Override
    public Optional<AssignmentPolicy> pruned(int d) {
        PrunedMatching.checkReplication(d);
        return Optional.of(new Pruned(d));
    }

    private static Decision decision(Solution solution) {
        return decision(solution.assignment(), solution.certificate());
    }

    private static Decision decision(Assignment assignment, @Nullable Certificate certificate) {
        List<Reason> reasons = IntStream.range(0, assignment.tasks())
                .mapToObj(task -> assignment.nodeOf(task) == Assignment.NONE ? Reason.NO_SLOT : Reason.LEAST_COST)
                .toList();
        return new Decision(assignment, reasons, certificate);
    }

    /** The policy as published, with both prunings before the matching; of least cost only among what they leave. */
    private record Pruned(int d) implements AssignmentPolicy {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public Decision decide(AssignmentProblem problem) {
            return decision(PrunedMatching.solve(problem, d), null);
        }

        @Override
        public HoldScope holdScope() {
            return HoldScope.ANY_GAIN;
        }
    }
}

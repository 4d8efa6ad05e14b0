package io.tiercel.assign.matching;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Certificate;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Exact minimum-cost maximum matching of tasks and slots (Trident, section 2.2). Solved as a transportation problem over
 * places, not by the paper's Hungarian algorithm over single slots.
 *
 * <p>{@link SlotTree} and {@link Savings} state the problem, {@link MatchingSolver} solves it with integer prices of places, and those
 * prices are the {@link Certificate}. Costs are whole numbers, so nothing is rounded here.
 *
 * <p>Ties: the same problem always gets the same answer. Tasks that could save more bid first, equal ones in the order of the
 * list. A placed task gives way only where that saves more.
 */
public final class MinCostMatching {
    private MinCostMatching() {}

    /** A maximum matching of least cost, with its proof. */
    public static Solution solve(AssignmentProblem problem) {
        return solve(problem, () -> false).orElseThrow();
    }

    /**
     * The same with a time budget.
     *
     * @param isSpent asked between the solver's rounds, each of which looks at every edge a few times
     * @return empty if the budget was spent before the end
     */
    public static Optional<Solution> solve(AssignmentProblem problem, BooleanSupplier isSpent) {
        SlotTree places = SlotTree.of(problem);
        Savings savings = SavingsBuilder.of(problem, places);
        Matching matching = new Matching(places, savings);
        int[] price = new int[places.count()];
        if (!new MatchingSolver(places, savings, matching, price).run(isSpent)) {
            return Optional.empty();
        }
        int[] nodeOf = SlotFilling.nodes(places, savings, matching);
        return Optional.of(new Solution(
                Assignment.priced(nodeOf, problem.matchable(), cost(problem, savings, matching)),
                certificate(problem, places, savings, price)));
    }

    private static long cost(AssignmentProblem problem, Savings savings, Matching matching) {
        long saved = 0;
        for (int edge : matching.edgeOf) {
            if (edge != Matching.OUT) {
                saved += savings.saving[edge];
            }
        }
        return (long) savings.base * problem.matchable() - saved * savings.unit;
    }

    /** The price of a slot of each node, which is never less than that of the places above. */
    private static Certificate certificate(AssignmentProblem problem, SlotTree places, Savings savings, int[] price) {
        long[] prices = new long[problem.nodes()];
        for (int node = 0; node < prices.length; node++) {
            int highest = 0;
            for (int p = places.ofNode(node); p >= 0; p = places.parent[p]) {
                highest = Math.max(highest, price[p]);
            }
            prices[node] = (long) highest * savings.unit;
        }
        return new Certificate(savings.base, prices);
    }
}

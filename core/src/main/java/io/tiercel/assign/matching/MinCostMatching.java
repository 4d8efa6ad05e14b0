package io.tiercel.assign.matching;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Certificate;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

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
    /** A maximum matching of least cost, and prices that prove this: {@link Certificate#check} trusts nothing of the solver. */
    public record Solution(Assignment assignment, Certificate certificate) {}

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
        SlotTree places = new SlotTree(problem);
        Matching matching = new Matching(places, new Savings(problem, places));
        if (!new MatchingSolver(matching).run(isSpent)) {
            return Optional.empty();
        }
        Assignment assignment =
                new Assignment(SlotFilling.nodes(matching), problem.matchable(), cost(problem, matching));
        return Optional.of(new Solution(assignment, certificate(problem, matching)));
    }

    private static long cost(AssignmentProblem problem, Matching matching) {
        Savings savings = matching.savings;
        long saved = 0;
        for (int edge : matching.edgeOf) {
            saved += edge == Matching.OUT ? 0 : savings.saving[edge];
        }
        return (long) savings.base * problem.matchable() - saved * savings.unit;
    }

    /** The price of a slot of each node, which is never less than that of the places above. */
    private static Certificate certificate(AssignmentProblem problem, Matching matching) {
        long[] prices = new long[problem.nodes()];
        for (int node = 0; node < prices.length; node++) {
            int highest = 0;
            for (int p = matching.places.ofNode[node]; p >= 0; p = matching.places.parent[p]) {
                highest = Math.max(highest, matching.price[p]);
            }
            prices[node] = (long) highest * matching.savings.unit;
        }
        return new Certificate(matching.savings.base, prices);
    }

    /**
     * Turns places into nodes. Tasks that asked for a node have it. Tasks that asked for a rack get its first node with room. Then
     * tasks that asked for any node get the first with room, and tasks left out get the rest. Each group goes by number.
     */
    private static final class SlotFilling {
        private final Matching matching;
        private final SlotTree places;
        private final int[] nodeOf;
        private final int[] free;
        /** For each place, the first node at or below it that may still have room. */
        private final int[] cursor;

        private SlotFilling(Matching matching) {
            this.matching = matching;
            this.places = matching.places;
            this.nodeOf = new int[matching.edgeOf.length];
            this.free = places.capacity.clone();
            this.cursor = new int[places.count()];
            Arrays.setAll(cursor, p -> places.isNode(p) ? p : p + 1);
            Arrays.fill(nodeOf, Assignment.NONE);
        }

        static int[] nodes(Matching matching) {
            SlotFilling filling = new SlotFilling(matching);
            filling.fill(filling.places::isNode);
            filling.fill(place -> place > SlotTree.ROOT && !filling.places.isNode(place));
            filling.fill(place -> place == SlotTree.ROOT);
            filling.fill(place -> place == SlotTree.NONE);
            return filling.nodeOf;
        }

        private void fill(IntPredicate asked) {
            for (int task = 0; task < nodeOf.length; task++) {
                int place = matching.edgeOf[task] == Matching.OUT ? SlotTree.NONE : matching.placeOf(task);
                if (asked.test(place)) {
                    nodeOf[task] = take(Math.max(place, SlotTree.ROOT));
                }
            }
        }

        private int take(int place) {
            for (; cursor[place] < places.end[place]; cursor[place]++) {
                int p = cursor[place];
                if (places.isNode(p) && free[p] > 0) {
                    free[p]--;
                    return places.node[p];
                }
            }
            return Assignment.NONE;
        }
    }
}

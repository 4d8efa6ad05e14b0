package io.tiercel.assign;

/**
 * Exact minimum-cost maximum matching of tasks and slots (the problem of Trident, section 2.2), solved as a transportation
 * problem over places instead of the paper's Hungarian algorithm over single slots.
 *
 * <p>Tasks are placed one after another in their order, each by a shortest augmenting path over {@link Places} at reduced
 * costs (Tomizawa; Edmonds and Karp). A task whose best place has room needs no search. The places' prices at the end are
 * the {@link Certificate}.
 *
 * <p>Ties: the same problem always gets the same answer. A task yields to those before it in the list, where the cost is the
 * same whoever is left out.
 */
public final class MinCostMatching {
    private final Places places;
    private final Savings savings;
    private final Matching matching;
    private final PathSearch search;

    private MinCostMatching(AssignmentProblem problem) {
        this.places = Places.of(problem);
        this.savings = Savings.of(problem, places);
        this.matching = new Matching(places, savings);
        this.search = new PathSearch(places, savings, matching);
    }

    /** A maximum matching of least cost, with its proof. */
    public static Solution solve(AssignmentProblem problem) {
        MinCostMatching solver = new MinCostMatching(problem);
        for (int task = 0; task < solver.savings.tasks(); task++) {
            solver.search.place(task);
        }
        Assignment assignment = Assignment.of(problem, solver.matching.nodes());
        return new Solution(assignment, new Certificate(solver.savings.base, solver.search.nodePrices()));
    }
}

package io.tiercel.assign;

import java.util.Optional;

/**
 * Proves that an assignment is a minimum-cost maximum matching: a price for each node's slots, as in linear programming
 * duality. Placing a task is worth {@code base}; a task gains {@code base - cost - price} at a node. Let {@code gain} be its
 * highest gain over all nodes, at least 0. No matching saves more than all gains and all slots' prices together. A maximum
 * matching that saves exactly that is of least cost.
 *
 * <p>The check reads the problem, the assignment and the prices, and trusts nothing of the solver. It is linear in the
 * problem's size, except for sorting nodes by price.
 *
 * @param base what placing a task is worth, in the unit of costs
 * @param prices price of a slot of each node, at least 0: what one more slot there would save
 */
public record Certificate(long base, long[] prices) {
    public Certificate {
        prices = prices.clone();
    }

    public long price(int node) {
        return prices[node];
    }

    /** Why {@code assignment} is not proved optimal by these prices; empty if it is. */
    public Optional<String> check(AssignmentProblem problem, Assignment assignment) {
        if (prices.length != problem.nodes()) {
            return Optional.of("expected a price for each of " + problem.nodes() + " nodes, got " + prices.length);
        }
        for (int node = 0; node < prices.length; node++) {
            if (prices[node] < 0) {
                return Optional.of("node " + node + ": expected a price of at least 0, got " + prices[node]);
            }
        }
        return checkPrimal(problem, assignment).or(() -> checkObjective(problem, assignment));
    }

    private static Optional<String> checkPrimal(AssignmentProblem problem, Assignment assignment) {
        Assignment again;
        try {
            again = Assignment.of(problem, assignment.toArray());
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        if (again.matched() != assignment.matched() || again.cost() != assignment.cost()) {
            return Optional.of("states " + assignment.matched() + " matched at cost " + assignment.cost() + ", has "
                    + again.matched() + " at " + again.cost());
        }
        if (again.matched() != problem.matchable()) {
            return Optional.of("matched " + again.matched() + " tasks, " + problem.matchable() + " can be");
        }
        return Optional.empty();
    }

    private Optional<String> checkObjective(AssignmentProblem problem, Assignment assignment) {
        long bound = 0;
        for (int node = 0; node < prices.length; node++) {
            bound += prices[node] * problem.slots(node);
        }
        CheapestNodes cheapest = new CheapestNodes(problem, prices);
        for (Preferences task : problem.tasks()) {
            bound += Math.max(0, base - cheapest.costAndPrice(task));
        }
        long least = base * assignment.matched() - bound;
        return least == assignment.cost()
                ? Optional.empty()
                : Optional.of("costs " + assignment.cost() + ", proved to cost at least " + least);
    }
}

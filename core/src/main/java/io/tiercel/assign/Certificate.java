package io.tiercel.assign;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

    /**
     * Finds the least cost plus price of a task over all nodes, for fixed prices. Unlisted nodes of a rack differ by price alone.
     * So each rack's nodes are sorted by price, and racks by their cheapest node; a task looks at no more of them than it lists.
     */
    private static final class CheapestNodes {
        private static final long NOWHERE = Long.MAX_VALUE;

        private final AssignmentProblem problem;
        private final long[] prices;
        /** Nodes with slots of each rack that has any, cheapest first. */
        private final Map<Integer, List<Integer>> byRack;
        /** These racks, the one with the cheapest node first. */
        private final List<Integer> racks;
        /** The last visit that listed a node or a rack, so that no set is built per task. */
        private final int[] nodeListedBy;

        private final int[] rackListedBy;
        private int visit;

        CheapestNodes(AssignmentProblem problem, long[] prices) {
            this.problem = problem;
            this.prices = prices;
            this.byRack = IntStream.range(0, problem.nodes())
                    .filter(node -> problem.slots(node) > 0)
                    .boxed()
                    .sorted(Comparator.comparingLong(node -> prices[node]))
                    .collect(Collectors.groupingBy(problem::rackOf, LinkedHashMap::new, Collectors.toList()));
            // Racks in the order of their first nodes.
            this.racks = List.copyOf(byRack.keySet());
            this.nodeListedBy = new int[problem.nodes()];
            this.rackListedBy = new int[problem.racks()];
        }

        /** The least cost plus price of {@code task} over all nodes with slots; {@link Long#MAX_VALUE} / 2 without any. */
        long costAndPrice(Preferences task) {
            visit++;
            long least = NOWHERE / 2;
            for (int i = 0; i < task.size(); i++) {
                int node = task.node(i);
                nodeListedBy[node] = visit;
                if (problem.slots(node) > 0) {
                    least = Math.min(least, task.nodeCost(i) + prices[node]);
                }
            }
            for (int rack : task.racks()) {
                rackListedBy[rack] = visit;
                least = Math.min(least, task.rackCostOf(rack) + cheapestUnlisted(rack));
            }
            for (int rack : racks) {
                if (task.elsewhere() + prices[nodes(rack).get(0)] >= least) {
                    break;
                }
                if (rackListedBy[rack] != visit) {
                    least = Math.min(least, task.elsewhere() + cheapestUnlisted(rack));
                }
            }
            return least;
        }

        /** The price of the cheapest node of {@code rack} that the task at hand does not list. */
        private long cheapestUnlisted(int rack) {
            for (int node : nodes(rack)) {
                if (nodeListedBy[node] != visit) {
                    return prices[node];
                }
            }
            return NOWHERE / 2;
        }

        private List<Integer> nodes(int rack) {
            return byRack.getOrDefault(rack, List.of());
        }
    }
}

package io.tiercel.assign;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the least cost plus price of a task over all nodes, for fixed prices. Unlisted nodes of a rack differ by price alone.
 * So each rack's nodes are sorted by price, and racks by their cheapest node; a task looks at no more of them than it lists.
 */
final class CheapestNodes {
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

package io.tiercel.assign;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the least cost plus price of a task over all nodes, for fixed prices. Unlisted nodes of a rack differ by price alone.
 * So each rack's nodes are sorted by price, and racks by their cheapest node; a task looks at no more of them than it lists.
 */
final class CheapestNodes {
    private static final long NOWHERE = Long.MAX_VALUE;

    private final AssignmentProblem problem;
    private final long[] prices;
    /** Nodes with slots of each rack, cheapest first. */
    private final int[][] byRack;
    /** Racks with slots, the one with the cheapest node first. */
    private final int[] racks;
    /** The last visit that listed a node or a rack, so that no set is built per task. */
    private final int[] nodeListedBy;

    private final int[] rackListedBy;
    private int visit;

    CheapestNodes(AssignmentProblem problem, long[] prices) {
        this.problem = problem;
        this.prices = prices;
        this.byRack = nodesByRack(problem, prices);
        this.racks = IntStream.range(0, problem.racks())
                .filter(rack -> byRack[rack].length > 0)
                .boxed()
                .sorted(Comparator.comparingLong(rack -> prices[byRack[rack][0]]))
                .mapToInt(Integer::intValue)
                .toArray();
        this.nodeListedBy = new int[problem.nodes()];
        this.rackListedBy = new int[problem.racks()];
    }

    private static int[][] nodesByRack(AssignmentProblem problem, long[] prices) {
        int[] count = new int[problem.racks()];
        List<Integer> sorted = IntStream.range(0, problem.nodes())
                .filter(node -> problem.slots(node) > 0)
                .boxed()
                .sorted(Comparator.comparingLong(node -> prices[node]))
                .toList();
        sorted.forEach(node -> count[problem.rackOf(node)]++);
        int[][] byRack = Arrays.stream(count).mapToObj(int[]::new).toArray(int[][]::new);
        Arrays.fill(count, 0);
        for (int node : sorted) {
            int rack = problem.rackOf(node);
            byRack[rack][count[rack]++] = node;
        }
        return byRack;
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
        for (int i = 0; i < task.rackCount(); i++) {
            rackListedBy[task.rack(i)] = visit;
            least = Math.min(least, task.rackCost(i) + cheapestUnlisted(task.rack(i)));
        }
        for (int rack : racks) {
            if (task.elsewhere() + prices[byRack[rack][0]] >= least) {
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
        for (int node : byRack[rack]) {
            if (nodeListedBy[node] != visit) {
                return prices[node];
            }
        }
        return NOWHERE / 2;
    }
}

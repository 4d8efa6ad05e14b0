package io.tiercel.assign;

import io.tiercel.model.Tier;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The price list of one task: its cost on every node. A listed node costs what is listed; any other node of a listed rack
 * costs what the rack costs; every other node costs {@code elsewhere}. Costs are in units of
 * {@link CostModel#UNITS_PER_SCORE} to the score.
 *
 * <p>Primitive arrays that are never copied, because a solver walks over a hundred thousand lists in a round. The caller
 * gives its arrays away, and readers must not write to them.
 *
 * @param nodes distinct node indices
 * @param nodeCosts their costs, same length
 * @param nodeTiers the tier from which the task would read most of its bytes there, same length: {@link Tier#REMOTE} if
 *     most of them come from other nodes, null for a process-local input
 * @param arriving whether most of what a node holds is still on its way there, same length; null if nothing is on its way
 * @param racks distinct rack indices
 * @param rackCosts the cost on a node of the rack that is not listed, same length
 * @param elsewhere the cost on any other node
 */
public record Preferences(
        int[] nodes,
        int[] nodeCosts,
        @Nullable Tier[] nodeTiers,
        boolean @Nullable [] arriving,
        int[] racks,
        int[] rackCosts,
        int elsewhere) {
    public Preferences {
        if (arriving != null && arriving.length != nodes.length) {
            throw new IllegalArgumentException(
                    "expected as many marks as nodes (" + nodes.length + "), got " + arriving.length);
        }
        if (nodes.length != nodeCosts.length || nodes.length != nodeTiers.length || racks.length != rackCosts.length) {
            throw new IllegalArgumentException(
                    "expected as many costs and tiers as nodes and as many rack costs as racks");
        }
        checkCosts(nodeCosts);
        checkCosts(rackCosts);
        checkCosts(elsewhere);
    }

    /** The price list of a task of which nothing is on its way into a cache. */
    public Preferences(
            int[] nodes, int[] nodeCosts, @Nullable Tier[] nodeTiers, int[] racks, int[] rackCosts, int elsewhere) {
        this(nodes, nodeCosts, nodeTiers, null, racks, rackCosts, elsewhere);
    }

    private static void checkCosts(int... costs) {
        for (int cost : costs) {
            if (cost < 0) {
                throw new IllegalArgumentException("expected costs of at least 0, got " + cost);
            }
        }
    }

    /** The same list under other numbers of nodes and racks. Nodes are renumbered before racks, each in its order. */
    public Preferences renumbered(IntUnaryOperator node, IntUnaryOperator rack) {
        int[] otherNodes = Arrays.stream(nodes).map(node).toArray();
        int[] otherRacks = Arrays.stream(racks).map(rack).toArray();
        return new Preferences(otherNodes, nodeCosts, nodeTiers, arriving, otherRacks, rackCosts, elsewhere);
    }

    /** The lowest cost over the nodes and racks that can be used, and elsewhere. */
    public int leastCost(IntPredicate usableNode, IntPredicate usableRack) {
        int least = elsewhere;
        for (int i = 0; i < nodes.length; i++) {
            if (nodeCosts[i] < least && usableNode.test(nodes[i])) {
                least = nodeCosts[i];
            }
        }
        for (int r = 0; r < racks.length; r++) {
            if (rackCosts[r] < least && usableRack.test(racks[r])) {
                least = rackCosts[r];
            }
        }
        return least;
    }

    public int size() {
        return nodes.length;
    }

    public int node(int i) {
        return nodes[i];
    }

    public int nodeCost(int i) {
        return nodeCosts[i];
    }

    public @Nullable Tier nodeTier(int i) {
        return nodeTiers[i];
    }

    /** Whether most of what the {@code i}-th node holds of the input is still on its way there. */
    public boolean isArriving(int i) {
        return arriving != null && arriving[i];
    }

    /** Whether all nodes that hold the input, and at least one, still await most of it. */
    public boolean isAllArriving() {
        if (arriving == null) {
            return false;
        }
        for (boolean each : arriving) {
            if (!each) {
                return false;
            }
        }
        return arriving.length > 0;
    }

    boolean isEmpty() {
        return nodes.length == 0 && racks.length == 0;
    }

    /** Position of {@code node} among the listed ones, or -1. */
    public int indexOf(int node) {
        return position(nodes, node);
    }

    /** Position of {@code rack} among the listed ones, or -1. */
    public int rackIndexOf(int rack) {
        return position(racks, rack);
    }

    private static int position(int[] numbers, int number) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] == number) {
                return i;
            }
        }
        return -1;
    }

    public int cost(int node, int rack) {
        int i = indexOf(node);
        return i >= 0 ? nodeCosts[i] : rackCostOf(rack);
    }

    /** The cost on nodes of {@code rack} that are not listed. */
    public int rackCostOf(int rack) {
        int r = rackIndexOf(rack);
        return r >= 0 ? rackCosts[r] : elsewhere;
    }
}

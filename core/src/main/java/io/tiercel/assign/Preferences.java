package io.tiercel.assign;

import io.tiercel.model.Tier;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The price list of one task: its cost on every node. A listed node costs what is listed; any other node of a listed rack
 * costs what the rack costs; every other node costs {@link #elsewhere()}. Costs are in units of
 * {@link CostModel#UNITS_PER_SCORE} to the score.
 *
 * <p>Primitive arrays that are never copied, because a solver walks over a hundred thousand lists in a round. The caller
 * gives its arrays away, and readers must not write to them.
 */
public final class Preferences {
    private final int[] nodes;
    private final int[] nodeCosts;
    private final @Nullable Tier[] nodeTiers;
    private final int[] racks;
    private final int[] rackCosts;
    private final int elsewhere;

    /**
     * @param nodes distinct node indices
     * @param nodeCosts their costs, same length
     * @param nodeTiers the tier from which the task would read most of its bytes there, same length: {@link Tier#REMOTE} if
     *     most of them come from other nodes, null for a process-local input
     * @param racks distinct rack indices
     * @param rackCosts the cost on a node of the rack that is not listed, same length
     * @param elsewhere the cost on any other node
     */
    public Preferences(
            int[] nodes, int[] nodeCosts, @Nullable Tier[] nodeTiers, int[] racks, int[] rackCosts, int elsewhere) {
        if (nodes.length != nodeCosts.length || nodes.length != nodeTiers.length || racks.length != rackCosts.length) {
            throw new IllegalArgumentException(
                    "expected as many costs and tiers as nodes and as many rack costs as racks");
        }
        checkCosts(nodeCosts);
        checkCosts(rackCosts);
        checkCosts(elsewhere);
        this.nodes = nodes;
        this.nodeCosts = nodeCosts;
        this.nodeTiers = nodeTiers;
        this.racks = racks;
        this.rackCosts = rackCosts;
        this.elsewhere = elsewhere;
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
        return new Preferences(mapped(nodes, node), nodeCosts, nodeTiers, mapped(racks, rack), rackCosts, elsewhere);
    }

    private static int[] mapped(int[] numbers, IntUnaryOperator map) {
        int[] mapped = new int[numbers.length];
        for (int i = 0; i < mapped.length; i++) {
            mapped[i] = map.applyAsInt(numbers[i]);
        }
        return mapped;
    }

    /** The same list with other nodes, their costs and their tiers. */
    public Preferences withNodes(int[] otherNodes, int[] costs, @Nullable Tier[] tiers) {
        return new Preferences(otherNodes, costs, tiers, racks, rackCosts, elsewhere);
    }

    /** The listed nodes. This array and the next three are for hot loops: no copies, not to be written to. */
    public int[] nodes() {
        return nodes;
    }

    /** The costs of {@link #nodes}. */
    public int[] nodeCosts() {
        return nodeCosts;
    }

    /** The listed racks. */
    public int[] racks() {
        return racks;
    }

    /** The costs of {@link #racks}. */
    public int[] rackCosts() {
        return rackCosts;
    }

    /** The highest cost anywhere. */
    public int highestCost() {
        int highest = elsewhere;
        for (int cost : nodeCosts) {
            highest = Math.max(highest, cost);
        }
        for (int cost : rackCosts) {
            highest = Math.max(highest, cost);
        }
        return highest;
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

    /** How many nodes are listed. */
    public int size() {
        return nodes.length;
    }

    public int node(int i) {
        return nodes[i];
    }

    public int nodeCost(int i) {
        return nodeCosts[i];
    }

    /** The tier read at the {@code i}-th listed node; null where the input is in the process itself. */
    public @Nullable Tier nodeTier(int i) {
        return nodeTiers[i];
    }

    /** How many racks are listed. */
    public int rackCount() {
        return racks.length;
    }

    public int rack(int i) {
        return racks[i];
    }

    public int rackCost(int i) {
        return rackCosts[i];
    }

    /** The cost on a node that is not listed and whose rack is not listed. */
    public int elsewhere() {
        return elsewhere;
    }

    /** Position of {@code node} among the listed ones, or -1. */
    public int indexOf(int node) {
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i] == node) {
                return i;
            }
        }
        return -1;
    }

    /** Position of {@code rack} among the listed ones, or -1. */
    public int rackIndexOf(int rack) {
        for (int i = 0; i < racks.length; i++) {
            if (racks[i] == rack) {
                return i;
            }
        }
        return -1;
    }

    /** The cost on {@code node}, which stands in {@code rack}. */
    public int cost(int node, int rack) {
        int i = indexOf(node);
        if (i >= 0) {
            return nodeCosts[i];
        }
        int r = rackIndexOf(rack);
        return r >= 0 ? rackCosts[r] : elsewhere;
    }

    @Override
    public String toString() {
        return "Preferences[nodes=" + Arrays.toString(nodes) + ", costs=" + Arrays.toString(nodeCosts) + ", racks="
                + Arrays.toString(racks) + ", rackCosts=" + Arrays.toString(rackCosts) + ", elsewhere=" + elsewhere
                + "]";
    }
}

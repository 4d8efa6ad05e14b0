package io.tiercel.assign;

import io.tiercel.model.Tier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The price list of one task: its cost on every node, said compactly. A node that is listed costs what is listed; any other
 * node of a listed rack costs what the rack costs; every other node costs {@link #elsewhere()}. Costs are in units of
 * {@link CostModel#UNITS_PER_SCORE} to the score, so that they are whole numbers.
 *
 * <p>Primitive arrays, because a solver walks over a hundred thousand of these in a round. They are not copied: whoever
 * makes one gives its arrays away.
 */
public final class Preferences {
    // The first call of the solver runs in the interpreter, to which a field is a tenth of an accessor.
    public final int[] nodes;
    public final int[] nodeCosts;
    private final @Nullable Tier[] nodeTiers;
    public final int[] racks;
    public final int[] rackCosts;
    public final int elsewhere;

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

    /** The cost on a node that neither is listed nor stands in a listed rack. */
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

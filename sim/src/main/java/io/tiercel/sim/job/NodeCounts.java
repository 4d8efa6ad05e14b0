package io.tiercel.sim.job;

import java.util.Arrays;

/** How often each node did something, of those that did it at all. Two arrays: the results of a day have millions of entries. */
public final class NodeCounts {
    private final int[] nodes;
    private final int[] counts;

    private NodeCounts(int[] nodes, int[] counts) {
        this.nodes = nodes;
        this.counts = counts;
    }

    /**
     * Counts numbers of nodes.
     *
     * @param each one for each time, of which the first {@code size} count; left in another order
     */
    static NodeCounts of(int[] each, int size) {
        Arrays.sort(each, 0, size);
        int[] nodes = new int[size];
        int[] counts = new int[size];
        int last = -1;
        for (int i = 0; i < size; i++) {
            if (last < 0 || nodes[last] != each[i]) {
                nodes[++last] = each[i];
            }
            counts[last]++;
        }
        return new NodeCounts(Arrays.copyOf(nodes, last + 1), Arrays.copyOf(counts, last + 1));
    }

    /** How often a node did it. */
    public int of(int node) {
        int at = Arrays.binarySearch(nodes, node);
        return at < 0 ? 0 : counts[at];
    }
}

package io.tiercel.sim.job;

import java.util.Arrays;

/** Counts by node, of nodes with a count. Two arrays, since a day's results have millions of counts. */
public final class NodeCounts {
    private final int[] nodes;
    private final int[] counts;

    private NodeCounts(int[] nodes, int[] counts) {
        this.nodes = nodes;
        this.counts = counts;
    }

    /**
     * Counts node numbers.
     *
     * @param each node numbers, of which the first {@code size} count; is sorted
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

    public int of(int node) {
        int at = Arrays.binarySearch(nodes, node);
        return at < 0 ? 0 : counts[at];
    }
}

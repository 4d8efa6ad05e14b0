package io.tiercel.sim.job;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Counts by node, of nodes with a count. Two arrays, since a day's results have millions of counts. */
public final class NodeCounts {
    private final int[] nodes;
    private final int[] counts;

    private NodeCounts(int[] nodes, int[] counts) {
        this.nodes = nodes;
        this.counts = counts;
    }

    /** Counts how often each node is among {@code all}. */
    static NodeCounts of(IntStream all) {
        int[] each = all.sorted().toArray();
        int[] nodes = Arrays.stream(each).distinct().toArray();
        int[] counts = new int[nodes.length];
        for (int node : each) {
            counts[Arrays.binarySearch(nodes, node)]++;
        }
        return new NodeCounts(nodes, counts);
    }

    public int of(int node) {
        int at = Arrays.binarySearch(nodes, node);
        return at < 0 ? 0 : counts[at];
    }
}

package io.tiercel.sim.job;

import io.tiercel.sim.workload.ReducePhase;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** The output that a job's maps leave on their nodes for its reduces, in equal parts. */
public final class MapOutputs {
    private static final int NOWHERE = -1;

    private final int maps;
    private final ReducePhase reduce;
    private final Map<Integer, Long> bytes = new TreeMap<>();
    /** The node of each map's output; empty without reduces. */
    private final int[] nodes;

    private final BitSet missing = new BitSet();

    MapOutputs(int maps, ReducePhase reduce) {
        this.maps = maps;
        this.reduce = reduce;
        this.nodes = new int[reduce.tasks() == 0 ? 0 : maps];
        Arrays.fill(nodes, NOWHERE);
    }

    /** Keeps that a map has ended on {@code node}, and returns the bytes of its output. */
    long leaves(TaskRun map, int node) {
        long part = part(reduce.shuffleBytes(), map.index(), maps);
        bytes.merge(node, part, Long::sum);
        nodes[map.index()] = node;
        return part;
    }

    /** Bytes that a reduce fetches, by node. */
    Map<Integer, Long> parts(int number) {
        Map<Integer, Long> parts = new TreeMap<>();
        bytes.forEach((node, all) -> parts.put(node, part(all, number, reduce.tasks())));
        return parts;
    }

    void drop(int node) {
        if (bytes.remove(node) == null) {
            return;
        }
        for (int map = 0; map < nodes.length; map++) {
            if (nodes[map] == node) {
                nodes[map] = NOWHERE;
                missing.set(map);
            }
        }
    }

    public boolean isOn(int node) {
        return bytes.containsKey(node);
    }

    /** Excludes a map that runs again anyway, since it was lost before it ended. */
    void unmarkMissing(int map) {
        missing.clear(map);
    }

    /** Removes and returns the maps whose output is lost. */
    BitSet takeMissing() {
        BitSet taken = (BitSet) missing.clone();
        missing.clear();
        return taken;
    }

    /** The part with number {@code i} of {@code of} equal parts of whole bytes. */
    static long part(long bytes, int i, int of) {
        return (long) ((double) bytes / of * (i + 1)) - (long) ((double) bytes / of * i);
    }
}

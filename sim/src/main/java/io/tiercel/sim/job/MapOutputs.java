package io.tiercel.sim.job;

import io.tiercel.sim.workload.ReducePhase;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** What the maps of a job leave on their nodes for its reduces, in equal parts. */
public final class MapOutputs {
    private static final int NOWHERE = -1;

    private final int maps;
    private final ReducePhase reduce;
    private final Map<Integer, Long> bytes = new TreeMap<>();
    /** The nodes where maps have left something; empty without reduces. */
    private final int[] nodes;

    private final BitSet missing = new BitSet();

    MapOutputs(int maps, ReducePhase reduce) {
        this.maps = maps;
        this.reduce = reduce;
        this.nodes = new int[reduce.tasks() == 0 ? 0 : maps];
        Arrays.fill(nodes, NOWHERE);
    }

    /** A map has ended on {@code node}; what it leaves there, bytes. */
    long leaves(TaskRun map, int node) {
        long part = part(reduce.shuffleBytes(), map.index(), maps);
        bytes.merge(node, part, Long::sum);
        nodes[map.index()] = node;
        return part;
    }

    /** What the reduce with this number fetches, bytes by node. */
    Map<Integer, Long> parts(int number) {
        Map<Integer, Long> parts = new TreeMap<>();
        bytes.forEach((node, all) -> parts.put(node, part(all, number, reduce.tasks())));
        return parts;
    }

    /** What is left on a node is no more. */
    void loses(int node) {
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

    /** Whether anything is left on a node. */
    public boolean isOn(int node) {
        return bytes.containsKey(node);
    }

    /** A map runs again anyway, for it was lost before it had ended. */
    void isNotMissing(int map) {
        missing.clear(map);
    }

    /** The maps whose outputs are no more; they are to run again. */
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

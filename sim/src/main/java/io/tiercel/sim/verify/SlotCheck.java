package io.tiercel.sim.verify;

import io.tiercel.sim.cluster.ClusterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Checks that a slot holds one task, and exists. */
final class SlotCheck {
    private static final long FREE = -1;

    private final List<long[]> taskIn = new ArrayList<>();
    private final int[] freeOf;
    private final boolean[] isMissed;
    private int free;

    SlotCheck(ClusterSpec cluster) {
        cluster.racks().forEach(rack -> rack.nodes().forEach(node -> {
            long[] slots = new long[node.slots()];
            Arrays.fill(slots, FREE);
            taskIn.add(slots);
        }));
        freeOf = taskIn.stream().mapToInt(slots -> slots.length).toArray();
        isMissed = new boolean[freeOf.length];
        free = Arrays.stream(freeOf).sum();
    }

    void taken(long time, int node, int slot, long task) {
        if (node < 0 || node >= taskIn.size() || slot < 0 || slot >= taskIn.get(node).length) {
            throw new BrokenInvariantException(time, "node " + node + " has no slot " + slot);
        }
        if (taskIn.get(node)[slot] != FREE) {
            throw new BrokenInvariantException(time, "node " + node + ": slot " + slot + " holds two tasks");
        }
        if (isMissed[node]) {
            throw new BrokenInvariantException(time, "node " + node + ": a task gets a slot though the node is missed");
        }
        taskIn.get(node)[slot] = task;
        freeOf[node]--;
        free--;
    }

    void released(long time, int node, int slot, long task) {
        if (taskIn.get(node)[slot] != task) {
            throw new BrokenInvariantException(
                    time, "node " + node + ": slot " + slot + " is given back by a task that is not in it");
        }
        taskIn.get(node)[slot] = FREE;
        freeOf[node]++;
        free += isMissed[node] ? 0 : 1;
    }

    /** Free slots of all nodes that are not lost. */
    int free() {
        return free;
    }

    int free(int node) {
        return freeOf[node];
    }

    /** Stops counting the slots of a lost node. */
    void missed(int node) {
        isMissed[node] = true;
        free -= freeOf[node];
    }

    /** Counts the slots of a node again, which hold no task. */
    void returned(long time, int node) {
        if (freeOf[node] < taskIn.get(node).length) {
            throw new BrokenInvariantException(time, "node " + node + " returns with tasks in its slots");
        }
        isMissed[node] = false;
        free += freeOf[node];
    }
}

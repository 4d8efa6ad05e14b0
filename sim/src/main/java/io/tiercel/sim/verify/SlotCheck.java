package io.tiercel.sim.verify;

import io.tiercel.sim.cluster.ClusterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** No slot holds two tasks, and none is used that is not there. */
final class SlotCheck {
    private static final long FREE = -1;

    private final List<long[]> taskIn = new ArrayList<>();

    SlotCheck(ClusterSpec cluster) {
        cluster.racks().forEach(rack -> rack.nodes().forEach(node -> {
            long[] slots = new long[node.slots()];
            Arrays.fill(slots, FREE);
            taskIn.add(slots);
        }));
    }

    void taken(long time, int node, int slot, long task) {
        if (node < 0 || node >= taskIn.size() || slot < 0 || slot >= taskIn.get(node).length) {
            throw new BrokenInvariantException(time, "node " + node + " has no slot " + slot);
        }
        if (taskIn.get(node)[slot] != FREE) {
            throw new BrokenInvariantException(time, "node " + node + ": slot " + slot + " holds two tasks");
        }
        taskIn.get(node)[slot] = task;
    }

    void released(long time, int node, int slot, long task) {
        if (taskIn.get(node)[slot] != task) {
            throw new BrokenInvariantException(
                    time, "node " + node + ": slot " + slot + " is given back by a task that is not in it");
        }
        taskIn.get(node)[slot] = FREE;
    }
}

package io.tiercel.sim.schedule;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Preferences;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The assignment of the only offered slot, with just the nodes and racks that matter: the offering node, and those that the tasks list. Policies
 * go through all nodes of a problem, and a cluster has thousands.
 */
final class SingleSlotProblem {
    private final int[] rackOf;
    private int[] nodes = new int[16];
    private int nodeCount;
    private int[] racks = new int[8];
    private int rackCount;

    private SingleSlotProblem(int[] rackOf) {
        this.rackOf = rackOf;
    }

    /** The problem; the offering node has number 0. */
    static AssignmentProblem problem(int node, int[] rackOf, List<Preferences> tasks) {
        SingleSlotProblem small = new SingleSlotProblem(rackOf);
        small.node(node);
        List<Preferences> prices = new ArrayList<>(tasks.size());
        for (Preferences task : tasks) {
            prices.add(task.renumbered(small::node, small::rack));
        }
        int[] slots = new int[small.nodeCount];
        slots[0] = 1;
        int[] smallRackOf = new int[small.nodeCount];
        Arrays.setAll(smallRackOf, i -> small.rack(rackOf[small.nodes[i]]));
        return new AssignmentProblem(smallRackOf, slots, prices);
    }

    private int node(int of) {
        rack(rackOf[of]); // every rack of a problem needs a node
        for (int i = 0; i < nodeCount; i++) {
            if (nodes[i] == of) {
                return i;
            }
        }
        if (nodeCount == nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * nodeCount);
        }
        nodes[nodeCount] = of;
        return nodeCount++;
    }

    private int rack(int of) {
        for (int i = 0; i < rackCount; i++) {
            if (racks[i] == of) {
                return i;
            }
        }
        if (rackCount == racks.length) {
            racks = Arrays.copyOf(racks, 2 * rackCount);
        }
        racks[rackCount] = of;
        return rackCount++;
    }
}

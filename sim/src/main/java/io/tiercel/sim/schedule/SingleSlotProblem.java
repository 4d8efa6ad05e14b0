package io.tiercel.sim.schedule;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Preferences;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The assignment of the only offered slot, with just the nodes and racks that matter: the offering node, and those that the tasks list. Policies
 * go through all nodes of a problem, and a cluster has thousands.
 */
final class SingleSlotProblem {
    private final int[] rackOf;
    /** New numbers by nodes and by racks, in their order. */
    private final Map<Integer, Integer> nodes = new LinkedHashMap<>();

    private final Map<Integer, Integer> racks = new LinkedHashMap<>();

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
        int[] slots = new int[small.nodes.size()];
        slots[0] = 1;
        int[] smallRackOf = small.nodes.keySet().stream()
                .mapToInt(each -> small.rack(rackOf[each]))
                .toArray();
        return new AssignmentProblem(smallRackOf, slots, prices);
    }

    private int node(int of) {
        rack(rackOf[of]); // every rack of a problem needs a node
        return number(nodes, of);
    }

    private int rack(int of) {
        return number(racks, of);
    }

    private static int number(Map<Integer, Integer> numbers, int of) {
        return numbers.computeIfAbsent(of, any -> numbers.size());
    }
}

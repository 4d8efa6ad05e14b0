package io.tiercel.sim.schedule;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Preferences;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** A permutation of the nodes, as Spark shuffles its executors before each offer. */
final class NodePermutation {
    /** Nodes by their new numbers. */
    private final int[] nodes;
    /** New numbers by nodes. */
    private final int[] numbers;

    private NodePermutation(int[] nodes) {
        this.nodes = nodes;
        this.numbers = new int[nodes.length];
        for (int number = 0; number < nodes.length; number++) {
            numbers[nodes[number]] = number;
        }
    }

    /** A random permutation. */
    static NodePermutation drawn(int count, SplittableRandom random) {
        int[] nodes = new int[count];
        Arrays.setAll(nodes, node -> node);
        for (int last = count - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            int moved = nodes[other];
            nodes[other] = nodes[last];
            nodes[last] = moved;
        }
        return new NodePermutation(nodes);
    }

    /** The identity. */
    static NodePermutation unchanged(int count) {
        int[] nodes = new int[count];
        Arrays.setAll(nodes, node -> node);
        return new NodePermutation(nodes);
    }

    /** The nodes in their new order. */
    int[] nodes() {
        return nodes.clone();
    }

    /** The assignment problem with the nodes' new numbers. */
    AssignmentProblem problem(int[] rackOf, int[] slots, List<Preferences> tasks) {
        int[] newRackOf = new int[nodes.length];
        int[] newSlots = new int[nodes.length];
        for (int number = 0; number < nodes.length; number++) {
            newRackOf[number] = rackOf[nodes[number]];
            newSlots[number] = slots[nodes[number]];
        }
        List<Preferences> prices = new ArrayList<>(tasks.size());
        tasks.forEach(task -> prices.add(task.renumbered(node -> numbers[node], rack -> rack)));
        return new AssignmentProblem(newRackOf, newSlots, prices);
    }

    /** The node with this new number. */
    int nodeOf(int number) {
        return nodes[number];
    }
}

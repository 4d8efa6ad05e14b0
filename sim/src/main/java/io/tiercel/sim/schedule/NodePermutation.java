package io.tiercel.sim.schedule;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Preferences;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** An order of the nodes, as Spark shuffles its executors before each offer. */
final class NodePermutation {
    private final int[] nodes;

    private NodePermutation(int count) {
        this.nodes = IntStream.range(0, count).toArray();
    }

    static NodePermutation drawn(int count, SplittableRandom random) {
        NodePermutation drawn = new NodePermutation(count);
        for (int last = count - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            int moved = drawn.nodes[other];
            drawn.nodes[other] = drawn.nodes[last];
            drawn.nodes[last] = moved;
        }
        return drawn;
    }

    /** The nodes by number. */
    static NodePermutation unchanged(int count) {
        return new NodePermutation(count);
    }

    /** The nodes in their new order. */
    int[] nodes() {
        return nodes.clone();
    }

    /** The assignment problem whose nodes are numbered in this order. */
    AssignmentProblem problem(int[] rackOf, int[] slots, List<Preferences> tasks) {
        int[] numbers = new int[nodes.length];
        for (int number = 0; number < nodes.length; number++) {
            numbers[nodes[number]] = number;
        }
        List<Preferences> prices = tasks.stream()
                .map(task -> task.renumbered(node -> numbers[node], rack -> rack))
                .toList();
        return new AssignmentProblem(inOrder(rackOf), inOrder(slots), prices);
    }

    private int[] inOrder(int[] values) {
        return Arrays.stream(nodes).map(node -> values[node]).toArray();
    }

    /** The node with this number of the problem. */
    int nodeOf(int number) {
        return nodes[number];
    }
}

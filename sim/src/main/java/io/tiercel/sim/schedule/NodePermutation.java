package io.tiercel.sim.schedule;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Preferences;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The nodes in an order, as Spark shuffles its executors before each offer. */
record NodePermutation(int[] nodes) {
    static NodePermutation drawn(int count, SplittableRandom random) {
        int[] nodes = unchanged(count).nodes;
        for (int last = count - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            int moved = nodes[other];
            nodes[other] = nodes[last];
            nodes[last] = moved;
        }
        return new NodePermutation(nodes);
    }

    static NodePermutation unchanged(int count) {
        return new NodePermutation(IntStream.range(0, count).toArray());
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
}

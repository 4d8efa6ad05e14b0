package io.tiercel.assign;

import java.util.Arrays;

/**
 * The answer to an {@link AssignmentProblem}. {@link Certificate#check} verifies what it states.
 *
 * @param nodeOf the node of each task, or {@link #NONE}; given away
 * @param matched how many tasks got a slot
 * @param cost the sum of these tasks' costs, in units of {@link CostModel#UNITS_PER_SCORE} to the score
 */
public record Assignment(int[] nodeOf, int matched, long cost) {
    /** A task that got no slot. */
    public static final int NONE = -1;

    /**
     * Takes over {@code nodeOf} and prices it.
     *
     * @throws IllegalArgumentException if a node is unknown or holds more tasks than it has slots
     */
    public static Assignment of(AssignmentProblem problem, int[] nodeOf) {
        if (nodeOf.length != problem.tasks().size()) {
            throw new IllegalArgumentException(
                    "expected a node for each of " + problem.tasks().size() + " tasks, got " + nodeOf.length);
        }
        int[] used = new int[problem.nodes()];
        int matched = 0;
        long cost = 0;
        for (int task = 0; task < nodeOf.length; task++) {
            int node = nodeOf[task];
            if (node == NONE) {
                continue;
            }
            if (node < 0 || node >= used.length) {
                throw new IllegalArgumentException("task " + task + ": no node " + node);
            }
            if (++used[node] > problem.slots(node)) {
                throw new IllegalArgumentException(
                        "node " + node + " holds more than its " + problem.slots(node) + " slots");
            }
            matched++;
            cost += problem.cost(task, node);
        }
        return new Assignment(nodeOf, matched, cost);
    }

    public int nodeOf(int task) {
        return nodeOf[task];
    }

    public int[] toArray() {
        return nodeOf.clone();
    }

    public int tasks() {
        return nodeOf.length;
    }

    @Override
    public String toString() {
        return "Assignment[" + Arrays.toString(nodeOf) + ", matched=" + matched + ", cost=" + cost + "]";
    }
}

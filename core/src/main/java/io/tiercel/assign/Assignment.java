package io.tiercel.assign;

import java.util.Arrays;

/**
 * The answer to an {@link AssignmentProblem}: the node of each task, or {@link #NONE}.
 */
public final class Assignment {
    /** A task that got no slot. */
    public static final int NONE = -1;

    private final int[] nodeOf;
    private final int matched;
    private final long cost;

    private Assignment(int[] nodeOf, int matched, long cost) {
        this.nodeOf = nodeOf;
        this.matched = matched;
        this.cost = cost;
    }

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

    /** Takes over {@code nodeOf} from a solver, with its cost; {@link Certificate#check} prices it again. */
    public static Assignment priced(int[] nodeOf, int matched, long cost) {
        return new Assignment(nodeOf, matched, cost);
    }

    /** The node of {@code task}, or {@link #NONE}. */
    public int nodeOf(int task) {
        return nodeOf[task];
    }

    public int[] toArray() {
        return nodeOf.clone();
    }

    /** How many tasks there are, with and without a slot. */
    public int tasks() {
        return nodeOf.length;
    }

    /** How many tasks got a slot. */
    public int matched() {
        return matched;
    }

    /** The sum of the costs of the tasks that got a slot, in units of {@link CostModel#UNITS_PER_SCORE} to the score. */
    public long cost() {
        return cost;
    }

    @Override
    public String toString() {
        return "Assignment[" + Arrays.toString(nodeOf) + ", matched=" + matched + ", cost=" + cost + "]";
    }
}

package io.tiercel.assign;

import java.util.stream.IntStream;

/**
 * Excess task pruning (Trident, algorithm 2): with at least {@code d} times as many tasks as slots, keeps the tasks that
 * prefer a node with a free slot; if these are fewer than the slots, keeps all.
 *
 * <p>The paper states that this keeps the optimum, because more local tasks than slots are left. It does not. The kept tasks
 * may all prefer one node, while a pruned task is rack-local to another slot or costs only {@code c0}. Even if the kept tasks
 * can fill all slots locally, many may read from a slower tier than with one pruned task among them.
 */
public final class TaskPruning {
    private TaskPruning() {}

    /**
     * The tasks kept, by number.
     *
     * @param d the file system's replication factor, at least 1
     */
    public static int[] keptTasks(AssignmentProblem problem, int d) {
        checkReplication(d);
        int tasks = problem.tasks().size();
        if (tasks >= (long) d * problem.totalSlots()) {
            int[] kept = IntStream.range(0, tasks)
                    .filter(task -> prefersFreeNode(problem, problem.tasks().get(task)))
                    .toArray();
            if (kept.length >= problem.totalSlots()) {
                return kept;
            }
        }
        return IntStream.range(0, tasks).toArray();
    }

    static void checkReplication(int d) {
        if (d < 1) {
            throw new IllegalArgumentException("d: expected a replication factor of at least 1, got " + d);
        }
    }

    private static boolean prefersFreeNode(AssignmentProblem problem, Preferences task) {
        for (int i = 0; i < task.size(); i++) {
            if (problem.slots(task.node(i)) > 0) {
                return true;
            }
        }
        return false;
    }
}

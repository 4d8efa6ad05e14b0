package io.tiercel.assign;

import java.util.stream.IntStream;

/**
 * Excess task pruning (Trident, algorithm 2): with at least {@code d} times as many tasks as slots, keeps the tasks that
 * prefer a node with a free slot; if these are fewer than the slots, keeps all.
 *
 * <p>The paper holds that the optimum is always kept, because more local tasks than slots are left. That is not enough: they
 * may all crowd on one node while a task that was pruned is rack-local to a slot that none of them prefers, or has no
 * preference and costs {@code c0}. Nor is it enough that the tasks kept can fill all slots locally: that may cost many of them
 * a slower tier, where one task that was pruned would have left them the fastest.
 */
public final class TaskPruning {
    private TaskPruning() {}

    /**
     * The tasks kept, by number.
     *
     * @param d the file system's replication factor, at least 1
     */
    public static int[] keptTasks(AssignmentProblem problem, int d) {
        if (d < 1) {
            throw new IllegalArgumentException("d: expected a replication factor of at least 1, got " + d);
        }
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

    private static boolean prefersFreeNode(AssignmentProblem problem, Preferences task) {
        for (int i = 0; i < task.size(); i++) {
            if (problem.slots(task.node(i)) > 0) {
                return true;
            }
        }
        return false;
    }
}

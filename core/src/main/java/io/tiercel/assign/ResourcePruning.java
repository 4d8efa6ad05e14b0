package io.tiercel.assign;

/**
 * Excess resource pruning (Trident, algorithm 1): with at least {@code d} times as many slots as tasks, keeps on each node no
 * more slots than tasks that prefer it; if that leaves fewer slots than tasks, keeps all.
 *
 * <p>The paper states that this keeps the optimum, because the slots kept "are more than the tasks". It does not. The tasks may
 * crowd on few of the kept nodes (Hall's condition fails); a pruned slot in the rack of their replicas may then be the best for
 * one. Even if all tasks can be local at once, many may read from a slower tier than with one rack-local read.
 */
public final class ResourcePruning {
    private ResourcePruning() {}

    /**
     * The slots kept of each node.
     *
     * @param d the file system's replication factor, at least 1
     */
    public static int[] keptSlots(AssignmentProblem problem, int d) {
        TaskPruning.checkReplication(d);
        int[] slots = new int[problem.nodes()];
        for (int node = 0; node < slots.length; node++) {
            slots[node] = problem.slots(node);
        }
        long tasks = problem.tasks().size();
        if (problem.totalSlots() < d * tasks) {
            return slots;
        }
        int[] kept = localTasks(problem);
        long total = 0;
        for (int node = 0; node < kept.length; node++) {
            kept[node] = Math.min(slots[node], kept[node]);
            total += kept[node];
        }
        return total >= tasks ? kept : slots;
    }

    private static int[] localTasks(AssignmentProblem problem) {
        int[] count = new int[problem.nodes()];
        for (Preferences task : problem.tasks()) {
            for (int i = 0; i < task.size(); i++) {
                count[task.node(i)]++;
            }
        }
        return count;
    }
}

package io.tiercel.assign;

import io.tiercel.assign.matching.MinCostMatching;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Trident as published: prunes excess slots (algorithm 1) and excess tasks (algorithm 2), then matches the rest at least cost. It
 * is no faster than {@link MinCostMatching} alone, so no policy uses it by default.
 *
 * <p>The result is a maximum matching, but not always of least cost. The paper states that pruning keeps the optimum, because
 * more local slots, or local tasks, are left than are needed. It does not: they may crowd on few nodes (Hall's condition fails).
 * Then a pruned slot in the rack of their replicas, or a pruned task that costs only {@code c0}, may be the best for one. Even if
 * all can be local at once, many may read from a slower tier than with one rack-local read.
 */
public final class PrunedMatching {
    private PrunedMatching() {}

    /**
     * Matches what pruning leaves.
     *
     * @param d the file system's replication factor, at least 1
     */
    public static Assignment solve(AssignmentProblem problem, int d) {
        int[] slots = keptSlots(problem, d);
        int[] tasks = keptTasks(problem, d);
        Assignment pruned =
                MinCostMatching.solve(problem.restrictedTo(slots, tasks)).assignment();
        int[] nodeOf = new int[problem.tasks().size()];
        Arrays.fill(nodeOf, Assignment.NONE);
        for (int i = 0; i < tasks.length; i++) {
            nodeOf[tasks[i]] = pruned.nodeOf(i);
        }
        return new Assignment(nodeOf, pruned.matched(), pruned.cost());
    }

    /**
     * Algorithm 1, the slots kept of each node: with at least {@code d} times as many slots as tasks, no more on a node than tasks
     * prefer it; if that leaves fewer slots than tasks, all.
     */
    static int[] keptSlots(AssignmentProblem problem, int d) {
        checkReplication(d);
        int[] slots = IntStream.range(0, problem.nodes()).map(problem::slots).toArray();
        long tasks = problem.tasks().size();
        if (problem.totalSlots() < d * tasks) {
            return slots;
        }
        int[] kept = new int[slots.length];
        for (Preferences task : problem.tasks()) {
            for (int node : task.nodes()) {
                kept[node] = Math.min(slots[node], kept[node] + 1);
            }
        }
        return Arrays.stream(kept).asLongStream().sum() >= tasks ? kept : slots;
    }

    /**
     * Algorithm 2, the numbers of the tasks kept: with at least {@code d} times as many tasks as slots, those that prefer a node
     * with a free slot; if these are fewer than the slots, all.
     */
    static int[] keptTasks(AssignmentProblem problem, int d) {
        checkReplication(d);
        int tasks = problem.tasks().size();
        if (tasks >= (long) d * problem.totalSlots()) {
            int[] kept = IntStream.range(0, tasks)
                    .filter(task ->
                            Arrays.stream(problem.tasks().get(task).nodes()).anyMatch(node -> problem.slots(node) > 0))
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
}

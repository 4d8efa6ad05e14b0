package io.tiercel.assign;

import io.tiercel.assign.matching.MinCostMatching;
import java.util.Arrays;

/**
 * Trident as published: prunes excess slots (algorithm 1) and excess tasks (algorithm 2), then matches the rest at least cost.
 * The result is a maximum matching, but not always of least cost, see {@link ResourcePruning} and {@link TaskPruning}. It is
 * no faster than {@link MinCostMatching} alone, so no policy uses it by default.
 */
public final class PrunedMatching {
    private PrunedMatching() {}

    /**
     * Matches what pruning leaves.
     *
     * @param d the file system's replication factor, at least 1
     */
    public static Assignment solve(AssignmentProblem problem, int d) {
        int[] slots = ResourcePruning.keptSlots(problem, d);
        int[] tasks = TaskPruning.keptTasks(problem, d);
        Assignment pruned =
                MinCostMatching.solve(problem.restrictedTo(slots, tasks)).assignment();
        int[] nodeOf = new int[problem.tasks().size()];
        Arrays.fill(nodeOf, Assignment.NONE);
        for (int i = 0; i < tasks.length; i++) {
            nodeOf[tasks[i]] = pruned.nodeOf(i);
        }
        return Assignment.priced(nodeOf, pruned.matched(), pruned.cost());
    }
}

package io.tiercel.assign;

import io.tiercel.assign.SlotOffers.Rule;
import io.tiercel.model.Tier;

/**
 * The rules that list schedulers share, and how they read a price list.
 *
 * <p>A listed node is local to a task by the tier listed there; where that is {@link Tier#REMOTE}, most of the bytes would
 * come from other nodes, and the node is not local. A task that lists neither node nor rack has no preference.
 */
final class LocalityRules {
    private LocalityRules() {}

    static boolean prefersNothing(Preferences task) {
        return task.size() == 0 && task.rackCount() == 0;
    }

    static boolean lists(Preferences task, Tier tier) {
        for (int i = 0; i < task.size(); i++) {
            if (task.nodeTier(i) == tier) {
                return true;
            }
        }
        return false;
    }

    static Rule processLocal(AssignmentProblem problem) {
        return new Rule(Reason.PROCESS_LOCAL, PendingTasks.atNodes(problem, (task, tier) -> tier == null));
    }

    /** Tasks whose input lies on {@code local} of the offering node. */
    static Rule onTier(AssignmentProblem problem, Tier local, Reason reason) {
        return new Rule(reason, PendingTasks.atNodes(problem, (task, tier) -> tier == local));
    }

    static Rule noPreference(AssignmentProblem problem) {
        return new Rule(Reason.NO_PREFERENCE, PendingTasks.anywhere(problem, LocalityRules::prefersNothing));
    }

    static Rule rackLocal(AssignmentProblem problem) {
        return new Rule(Reason.RACK_LOCAL, PendingTasks.inRacks(problem));
    }

    static Rule anywhere(AssignmentProblem problem) {
        return new Rule(Reason.ANYWHERE, PendingTasks.anywhere(problem, task -> true));
    }
}

package io.tiercel.assign;

import io.tiercel.assign.SlotOffers.Rule;
import io.tiercel.model.Tier;

/**
 * H-Scheduler, as Trident (section 6) describes it. An offered node takes a task whose input is in its memory, on its SSD, on
 * its HDD; then one whose input is remote: on HDDs, on an SSD, in memory. The remote order is reversed, so that tasks with most
 * to gain from their own place lose it last.
 *
 * <p>The description leaves some points open. Here a remote task counts by the fastest tier that holds its input anywhere. A
 * task without preference goes between local and remote ones, as Spark's level {@code NO_PREF} does. Process-local tasks go
 * first (Trident, section 7.3). Every node may take a local task before any takes a remote one. Ties: the node with the lowest
 * number offers first and takes the task with the lowest number.
 */
public final class HSchedulerPolicy implements AssignmentPolicy {
    @Override
    public String name() {
        return "h-scheduler";
    }

    @Override
    public Decision decide(AssignmentProblem problem) {
        return new SlotOffers(problem)
                .level(LocalityRules.processLocal(problem))
                .level(
                        LocalityRules.onTier(problem, Tier.MEMORY, Reason.MEMORY_LOCAL),
                        LocalityRules.onTier(problem, Tier.SSD, Reason.SSD_LOCAL),
                        LocalityRules.onTier(problem, Tier.HDD, Reason.HDD_LOCAL))
                .level(LocalityRules.noPreference(problem))
                .level(
                        remote(problem, Tier.HDD, Reason.REMOTE_HDD),
                        remote(problem, Tier.SSD, Reason.REMOTE_SSD),
                        remote(problem, Tier.MEMORY, Reason.REMOTE_MEMORY))
                .decision();
    }

    private static Rule remote(AssignmentProblem problem, Tier fastest, Reason reason) {
        return new Rule(reason, PendingTasks.anywhere(problem, task -> fastest(task) == fastest));
    }

    /** The fastest tier listed: cached in a process counts as memory, and what no node holds as HDD. */
    private static Tier fastest(Preferences task) {
        Tier fastest = Tier.HDD;
        for (int i = 0; i < task.size(); i++) {
            Tier tier = task.nodeTier(i);
            if (tier == null) {
                return Tier.MEMORY;
            }
            if (tier.compareTo(fastest) < 0) {
                fastest = tier;
            }
        }
        return fastest;
    }
}

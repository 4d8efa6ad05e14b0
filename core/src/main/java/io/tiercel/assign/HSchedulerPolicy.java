package io.tiercel.assign;

import io.tiercel.assign.SlotOffers.Rule;
import io.tiercel.model.Tier;

/**
 * H-Scheduler, as Trident (section 6) describes it: an offered node takes, in this order, a task whose input is in its
 * memory, on its SSD, on its HDD, then one whose input is remote: on HDDs, on an SSD, in memory. Remote tasks stand in the
 * reverse order, so that those with most to gain from a place of their own are the last to lose it.
 *
 * <p>What the description leaves open, and what is done here: a remote task counts by the fastest tier that holds its input
 * anywhere, since that is the place it would lose. A task without preference goes after the local and before the remote
 * ones, where Spark has its level {@code NO_PREF}. Process-local tasks go before all (Trident, section 7.3). As in Spark
 * every node gets the chance of a local task before any takes a remote one. Ties: the node with the lowest number offers
 * first, and takes the task with the lowest number.
 */
public final class HSchedulerPolicy implements AssignmentPolicy {
    public static final String NAME = "h-scheduler";

    @Override
    public String name() {
        return NAME;
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

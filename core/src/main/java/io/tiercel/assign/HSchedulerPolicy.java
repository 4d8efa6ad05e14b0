package io.tiercel.assign;

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
        SlotOffers offers = new SlotOffers(problem);
        return offers.level(offers.processLocal())
                .level(
                        offers.onTier(Tier.MEMORY, Reason.MEMORY_LOCAL),
                        offers.onTier(Tier.SSD, Reason.SSD_LOCAL),
                        offers.onTier(Tier.HDD, Reason.HDD_LOCAL))
                .level(offers.noPreference())
                .level(
                        offers.anywhere(Reason.REMOTE_HDD, task -> fastest(task) == Tier.HDD),
                        offers.anywhere(Reason.REMOTE_SSD, task -> fastest(task) == Tier.SSD),
                        offers.anywhere(Reason.REMOTE_MEMORY, task -> fastest(task) == Tier.MEMORY))
                .decision();
    }

    /** The fastest tier listed: cached in a process counts as memory, and what no node holds as HDD. */
    private static Tier fastest(Preferences task) {
        Tier fastest = Tier.HDD;
        for (Tier tier : task.nodeTiers()) {
            if (tier == null) {
                return Tier.MEMORY;
            }
            fastest = tier.compareTo(fastest) < 0 ? tier : fastest;
        }
        return fastest;
    }
}

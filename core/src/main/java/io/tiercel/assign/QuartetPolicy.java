package io.tiercel.assign;

import io.tiercel.assign.PendingTasks.Listing;
import io.tiercel.assign.SlotOffers.Rule;
import io.tiercel.model.Tier;

/**
 * Quartet (section 4.2). Of an offered node takes a task that is memory-local there (rule 1), else one that is node-local
 * there and memory-local on no other node (rule 2), else what Spark would.
 *
 * <p>As Trident's authors extended it (section 6), a search for node-local tasks, be it rule 2's or the fallback's, looks
 * for SSD-local tasks before HDD-local ones. Process-local tasks go before all (Trident, section 7.3: the same for every
 * scheduler). Ties: the node with the lowest number offers first, and takes the task with the lowest number.
 *
 * <p>"No other node" means any node that the task lists, with free slots or without: this is what keeps a task waiting for
 * the node that has it in memory, while the engine's delay scheduling, which applies to the fallback, lasts
 * ({@link Reason#stockLevel}).
 */
public final class QuartetPolicy implements AssignmentPolicy {
    public static final String NAME = "quartet";

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
                        new Rule(Reason.SSD_LOCAL, PendingTasks.atNodes(problem, nowhereInMemory(Tier.SSD))),
                        new Rule(Reason.HDD_LOCAL, PendingTasks.atNodes(problem, nowhereInMemory(Tier.HDD))))
                .level(
                        LocalityRules.onTier(problem, Tier.SSD, Reason.NODE_LOCAL),
                        LocalityRules.onTier(problem, Tier.HDD, Reason.NODE_LOCAL))
                .level(LocalityRules.noPreference(problem))
                .level(LocalityRules.rackLocal(problem))
                .level(LocalityRules.anywhere(problem))
                .decision();
    }

    private static Listing nowhereInMemory(Tier local) {
        return (task, tier) -> tier == local && !LocalityRules.lists(task, Tier.MEMORY);
    }
}

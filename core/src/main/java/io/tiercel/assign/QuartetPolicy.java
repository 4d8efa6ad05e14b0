package io.tiercel.assign;

import io.tiercel.assign.PendingTasks.Listing;
import io.tiercel.assign.SlotOffers.Rule;
import io.tiercel.model.Tier;

/**
 * Quartet (section 4.2). An offered node takes a task that is memory-local there (rule 1). Else it takes one that is node-local
 * there and memory-local on no other node (rule 2). Else it takes the task that Spark would take.
 *
 * <p>Searches for node-local tasks look for SSD-local ones before HDD-local ones, as Trident's authors extended it (section 6).
 * Process-local tasks go first (Trident, section 7.3). Ties: the node with the lowest number offers first and takes the task
 * with the lowest number.
 *
 * <p>"No other node" means any node that the task lists, with free slots or without. So a task waits for the node that has it in
 * memory while the engine's delay scheduling lasts, which applies to the fallback ({@link Reason#isEngineLevel}). That delay
 * knows no level of memory, hence the hold for memory.
 */
public final class QuartetPolicy implements AssignmentPolicy {
    @Override
    public String name() {
        return "quartet";
    }

    @Override
    public HoldScope holdScope() {
        return HoldScope.FIRST_TIER;
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

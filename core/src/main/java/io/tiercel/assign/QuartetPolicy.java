package io.tiercel.assign;

import io.tiercel.model.Tier;
import java.util.Arrays;

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
        SlotOffers offers = new SlotOffers(problem);
        return offers.level(offers.processLocal())
                .level(
                        offers.onTier(Tier.MEMORY, Reason.MEMORY_LOCAL),
                        onlyOnTier(offers, Tier.SSD, Reason.SSD_LOCAL),
                        onlyOnTier(offers, Tier.HDD, Reason.HDD_LOCAL))
                .level(offers.onTier(Tier.SSD, Reason.NODE_LOCAL), offers.onTier(Tier.HDD, Reason.NODE_LOCAL))
                .restAsSpark();
    }

    /** Places tasks whose input lies on {@code local} of the offering node, and in no node's memory. */
    private static SlotOffers.Rule onlyOnTier(SlotOffers offers, Tier local, Reason reason) {
        return offers.listed(
                reason,
                (task, tier) ->
                        tier == local && !Arrays.asList(task.nodeTiers()).contains(Tier.MEMORY));
    }
}

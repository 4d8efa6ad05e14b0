package io.tiercel.assign;

import io.tiercel.model.Tier;

/**
 * Spark's own choice: levels {@code PROCESS_LOCAL}, {@code NODE_LOCAL}, {@code NO_PREF}, {@code RACK_LOCAL}, {@code ANY},
 * each offered node by node, one slot at a time, blind to tiers ({@code TaskSchedulerImpl.resourceOffers} and
 * {@code TaskSetManager.dequeueTaskHelper} of Spark 4).
 *
 * <p>Ties: the node with the lowest number offers first, and takes the task with the lowest number. Departures: Spark
 * shuffles the offers; within a rack it begins with an arbitrary host's tasks; and it delays a level by
 * {@code spark.locality.wait}, for which a pure function has no clock.
 */
public final class StockPolicy implements AssignmentPolicy {
    @Override
    public String name() {
        return "stock";
    }

    @Override
    public boolean isEngineDefault() {
        return true;
    }

    @Override
    public Decision decide(AssignmentProblem problem) {
        SlotOffers offers = new SlotOffers(problem);
        return offers.level(offers.processLocal())
                .level(offers.listed(Reason.NODE_LOCAL, (task, tier) -> tier != null && tier != Tier.REMOTE))
                .restAsSpark();
    }
}

package io.tiercel.prefetch.plan;

import io.tiercel.model.Preconditions;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.model.RescoringMode;
import io.tiercel.prefetch.model.Sharing;
import java.util.List;

/**
 * How the planner searches.
 *
 * @param sharing how blocks that are read from one device share it
 * @param foresight what the modelled scheduler knows
 * @param orders in which blocks are offered; each is tried at each degree
 * @param maxDelay by how long the first tasks may be held back, seconds; 0 for not at all
 * @param leastGain part of the job's time that a plan has to save; below it nothing is prefetched
 * @param patience how many degrees in a row may bring nothing before the search ends; the paper's condition is 1, which stops
 *     at the first dip
 * @param dropLate whether blocks that would come too late are taken out of the plan again, where that makes the job no longer
 * @param contention what tasks and migrations on one device cost one another; any at all needs migrations one at a time, and
 *     scores that follow residency
 * @param effort how large a job may be for what takes long
 */
public record PlannerSettings(
        Sharing sharing,
        RescoringMode foresight,
        List<OfferOrder> orders,
        double maxDelay,
        double leastGain,
        int patience,
        boolean dropLate,
        Contention contention,
        ModelLimits effort) {
    /**
     * For agents that read one block at a time, when nobody else reads, and a scheduler that hears of residency; no delays.
     */
    public static final PlannerSettings DEFAULTS = new PlannerSettings(
            Sharing.ONE_AT_A_TIME,
            RescoringMode.RESCORED,
            List.of(OfferOrder.LATEST_NEED, OfferOrder.GREATEST_SAVING),
            0,
            0.01,
            2,
            true,
            Contention.IDLE,
            ModelLimits.BOUNDED);

    /** The models as printed, blocks offered as listed. */
    public static final PlannerSettings AS_PUBLISHED = new PlannerSettings(
            Sharing.EQUAL_SHARES,
            RescoringMode.AS_PUBLISHED,
            List.of(OfferOrder.AS_LISTED),
            0,
            0,
            1,
            false,
            Contention.NONE,
            ModelLimits.UNBOUNDED);

    public PlannerSettings {
        orders = List.copyOf(orders);
        if (orders.isEmpty()) {
            throw new IllegalArgumentException("orders: expected at least one, got none");
        }
        Preconditions.seconds("maxDelay", maxDelay);
        if (!(leastGain >= 0 && leastGain < 1)) {
            throw new IllegalArgumentException("leastGain: expected at least 0 and below 1, got " + leastGain);
        }
        if (patience < 1) {
            throw new IllegalArgumentException("patience: expected at least 1, got " + patience);
        }
        if (contention != Contention.NONE
                && (sharing != Sharing.ONE_AT_A_TIME || foresight != RescoringMode.RESCORED)) {
            throw new IllegalArgumentException(
                    "contention: expected NONE with " + sharing + " and " + foresight + ", got " + contention);
        }
    }

    /** The same with delays of up to {@code seconds}. */
    public PlannerSettings withMaxDelay(double seconds) {
        return new PlannerSettings(
                sharing, foresight, orders, seconds, leastGain, patience, dropLate, contention, effort);
    }

    /** The same with plans that save at least this part of the job's time. */
    public PlannerSettings withLeastGain(double part) {
        return new PlannerSettings(sharing, foresight, orders, maxDelay, part, patience, dropLate, contention, effort);
    }

    /** The same under another contention and with another effort. */
    public PlannerSettings withContention(Contention other, ModelLimits spent) {
        return new PlannerSettings(sharing, foresight, orders, maxDelay, leastGain, patience, dropLate, other, spent);
    }

    /** For planners that search for nothing: agents that share their devices in another way. */
    PlannerSettings baseline(Sharing other) {
        Contention modelled = other == Sharing.ONE_AT_A_TIME ? contention : Contention.NONE;
        return new PlannerSettings(
                other, RescoringMode.RESCORED, orders, maxDelay, leastGain, patience, dropLate, modelled, effort);
    }

    /** What a job of so many tasks is modelled with. */
    PlanModel model(int tasks) {
        if (contention == Contention.NONE || tasks > effort.contendedTasks()) {
            return PlanModel.OWN_DEVICES;
        }
        return contention == Contention.EQUAL ? PlanModel.EQUAL_READERS : PlanModel.SHARED_DEVICES;
    }
}

package io.tiercel.prefetch.plan;

import io.tiercel.model.Preconditions;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.model.RescoringMode;
import io.tiercel.prefetch.model.Sharing;
import java.util.List;

/**
 * How the planner models a job, and how it searches.
 *
 * @param models of the job
 * @param orders in which blocks are offered; each is tried at each degree
 * @param maxDelay most seconds by which the first tasks may be held back; 0 for none
 * @param leastGain part of the job's time that a plan has to save, below 1
 * @param patience how many degrees in a row may gain nothing before the search ends; the paper's condition is 1, which stops at
 *     the first dip
 * @param dropLate whether late blocks leave the plan again, unless the job takes longer without them
 */
public record PlannerSettings(
        Models models, List<OfferOrder> orders, double maxDelay, double leastGain, int patience, boolean dropLate) {
    /**
     * How a job is modelled.
     *
     * @param sharing how blocks that are read from one device share it
     * @param rescoring whether scores follow residency
     * @param contention how tasks and migrations on one device slow one another; other than {@link Contention#NONE} only with
     *     migrations one at a time and scores that follow residency
     * @param limits job sizes for costly modelling
     */
    public record Models(Sharing sharing, RescoringMode rescoring, Contention contention, ModelLimits limits) {
        /** Trident's models as printed. */
        public static final Models AS_PUBLISHED =
                new Models(Sharing.EQUAL_SHARES, RescoringMode.AS_PUBLISHED, Contention.NONE, ModelLimits.UNBOUNDED);

        public Models {
            if (contention != Contention.NONE
                    && (sharing != Sharing.ONE_AT_A_TIME || rescoring != RescoringMode.RESCORED)) {
                throw new IllegalArgumentException(
                        "contention: expected NONE with " + sharing + " and " + rescoring + ", got " + contention);
            }
        }

        /** For agents that read one block at a time, and a scheduler that follows residency. */
        public static Models of(Contention contention, ModelLimits limits) {
            return new Models(Sharing.ONE_AT_A_TIME, RescoringMode.RESCORED, contention, limits);
        }

        PlanModel model(int tasks) {
            if (contention == Contention.NONE || tasks > limits.contendedTasks()) {
                return PlanModel.OWN_DEVICES;
            }
            return contention == Contention.EQUAL ? PlanModel.EQUAL_READERS : PlanModel.SHARED_DEVICES;
        }
    }

    private static final double LEAST_GAIN = 0.01;

    /** For agents that read when nobody else does; no delays. */
    public static final PlannerSettings DEFAULTS = of(Contention.IDLE, 0);

    /** The paper's search over the models as printed, blocks offered as listed. */
    public static final PlannerSettings AS_PUBLISHED = asPublished(Models.AS_PUBLISHED, 0, 0);

    public PlannerSettings {
        orders = List.copyOf(orders);
        if (orders.isEmpty()) {
            throw new IllegalArgumentException("orders: expected at least one, got none");
        }
        Preconditions.nonNegative("maxDelay", maxDelay);
        if (!(leastGain >= 0 && leastGain < 1)) {
            throw new IllegalArgumentException("leastGain: expected at least 0 and below 1, got " + leastGain);
        }
        Preconditions.atLeast("patience", patience, 1);
    }

    /** The default search over models that planning has time for. */
    public static PlannerSettings of(Contention contention, double maxDelay) {
        return of(Models.of(contention, ModelLimits.BOUNDED), maxDelay, LEAST_GAIN);
    }

    public static PlannerSettings of(Models models, double maxDelay, double leastGain) {
        List<OfferOrder> orders = List.of(OfferOrder.LATEST_NEED, OfferOrder.GREATEST_SAVING);
        return new PlannerSettings(models, orders, maxDelay, leastGain, 2, true);
    }

    public static PlannerSettings asPublished(Models models, double maxDelay, double leastGain) {
        return new PlannerSettings(models, List.of(OfferOrder.AS_LISTED), maxDelay, leastGain, 1, false);
    }
}

package io.tiercel.sim.schedule;

import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.CostModel;
import io.tiercel.model.Preconditions;
import io.tiercel.sim.verify.RunVerifier.RoundContract;
import io.tiercel.stage.HoldRule;
import java.util.Optional;

/**
 * How waiting tasks get slots.
 *
 * @param offer the slots over which the policy decides at a time
 * @param heartbeat nanoseconds between two offers of each node, or of the cluster
 * @param shuffles whether nodes are offered in random order, as in Spark; policies take the first of equal nodes
 * @param plan of the jobs' reads; empty if each offer is decided by itself
 * @param jobs which job is asked first
 * @param hold how long a task waits for a better slot, as in Spark's plugin (decision 0503); {@link HoldRule#NEVER} for others
 */
public record SchedulingSpec(
        AssignmentPolicy policy,
        CostModel costs,
        OfferMode offer,
        long heartbeat,
        LocalityWait localityWait,
        boolean shuffles,
        HoldRule hold,
        Optional<PlanSpec> plan,
        JobOrder jobs) {
    public SchedulingSpec {
        Preconditions.atLeast("heartbeat, ns", heartbeat, 1);
        if (hold.capMillis() > 0 && offer != OfferMode.ALL_SLOTS) {
            throw new IllegalArgumentException("hold: expected offers of all slots, got " + offer);
        }
        if (plan.isPresent() && offer != OfferMode.ALL_SLOTS) {
            throw new IllegalArgumentException("plan: expected offers of all slots, got " + offer);
        }
        if (jobs == JobOrder.FAIR && offer.ofANode() == 0) {
            throw new IllegalArgumentException("fair jobs: expected offers of a node's slots, got " + offer);
        }
    }

    /** Jobs are asked in the order in which they began. */
    public SchedulingSpec(
            AssignmentPolicy policy,
            CostModel costs,
            OfferMode offer,
            long heartbeat,
            LocalityWait localityWait,
            boolean shuffles,
            HoldRule hold,
            Optional<PlanSpec> plan) {
        this(policy, costs, offer, heartbeat, localityWait, shuffles, hold, plan, JobOrder.FIFO);
    }

    /** Tasks go where the policy says. */
    public SchedulingSpec(
            AssignmentPolicy policy,
            CostModel costs,
            OfferMode offer,
            long heartbeat,
            LocalityWait localityWait,
            boolean shuffles,
            HoldRule hold) {
        this(policy, costs, offer, heartbeat, localityWait, shuffles, hold, Optional.empty());
    }

    /** Tasks take every slot, and nodes are offered by number. */
    public SchedulingSpec(AssignmentPolicy policy, CostModel costs, OfferMode offer, long heartbeat) {
        this(policy, costs, offer, heartbeat, LocalityWait.NONE, false, HoldRule.NEVER);
    }

    /** The same, with jobs in another order. */
    public SchedulingSpec with(JobOrder other) {
        return new SchedulingSpec(policy, costs, offer, heartbeat, localityWait, shuffles, hold, plan, other);
    }

    /**
     * The invariant of each round. Core's policies assign as many tasks as there are slots ({@link AssignmentPolicy#decide}), and as many
     * containers are granted. So only a wait for a better slot, or an offer that ends early, leaves tasks without an offered slot.
     */
    public RoundContract promise() {
        boolean waits = !localityWait.equals(LocalityWait.NONE) || hold.capMillis() > 0 || plan.isPresent();
        return new RoundContract(offer.ofANode(), waits || offer.endsAwayFromInput());
    }

    /**
     * Delay scheduling: how long a job leaves slots without local input to others. The wait begins when its tasks begin to wait or one starts at its
     * input, and ends when either bound is reached.
     *
     * <p>Hadoop counts offers ({@code yarn.scheduler.capacity.node-locality-delay}), Spark time ({@code spark.locality.wait}). Only tasks that an
     * engine's own level would place are held back ({@link io.tiercel.assign.Reason#isEngineLevel}).
     *
     * @param offers passed over at most; 0 for none
     * @param nanos waited at most; 0 for none
     */
    public record LocalityWait(int offers, long nanos) {
        public static final LocalityWait NONE = new LocalityWait(0, 0);

        public LocalityWait {
            if (offers < 0 || nanos < 0) {
                throw new IllegalArgumentException(
                        "locality wait: expected at least 0 offers and ns, got " + offers + " and " + nanos);
            }
        }

        public static LocalityWait ofOffers(int offers) {
            return new LocalityWait(offers, Long.MAX_VALUE);
        }

        public static LocalityWait ofNanos(long nanos) {
            return new LocalityWait(Integer.MAX_VALUE, nanos);
        }

        /** Whether a job passes over one more offer. */
        public boolean goesOn(int passed, long waited) {
            return passed < offers && waited < nanos;
        }
    }

    /** Which of several jobs gets a slot. */
    public enum JobOrder {
        /** The one that began first. */
        FIFO,
        /** The one with the fewest running tasks, slot by slot: equal priorities. */
        FAIR
    }

    /** The free slots over which a policy decides at a time. The mode explains many of the localities in Trident's section 7.1. */
    public enum OfferMode {
        /** One slot of a node at each of its heartbeats, as Hadoop 2's capacity scheduler. */
        ONE_SLOT_OF_A_NODE,
        /** All free slots of a node at its heartbeat, as Hadoop 2's FIFO scheduler. */
        ALL_SLOTS_OF_A_NODE,
        /**
         * Free slots of a node at its heartbeat, until a task has got one that has no input there. Hadoop 2's capacity scheduler ends a node's
         * turn with the first container off the switch. Where applications name no racks, every container off the node counts as that.
         */
        LOCAL_SLOTS_OF_A_NODE,
        /** All free slots of the cluster at each heartbeat of the scheduler. */
        ALL_SLOTS,
        /**
         * The slots that Trident's algorithm 3 grants for a job's tasks in sum ({@link io.tiercel.allocate.ContainerAllocation}), at each
         * heartbeat of the scheduler.
         */
        CONTAINERS;

        /** Slots of a node in one offer, at most; 0 if all nodes are offered. */
        int ofANode() {
            return switch (this) {
                case ONE_SLOT_OF_A_NODE -> 1;
                case ALL_SLOTS_OF_A_NODE, LOCAL_SLOTS_OF_A_NODE -> Integer.MAX_VALUE;
                case ALL_SLOTS, CONTAINERS -> 0;
            };
        }

        /** Whether an offer ends when a task has got a slot without local input. */
        boolean endsAwayFromInput() {
            return this == LOCAL_SLOTS_OF_A_NODE;
        }
    }
}

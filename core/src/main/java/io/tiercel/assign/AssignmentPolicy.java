package io.tiercel.assign;

import io.tiercel.model.Tier;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Chooses a node for each task. A pure function: the same problem always gets the same answer. All that a stage needs to know
 * of its policy stands here, so that no other class asks for a policy's name.
 *
 * <p>In a stage of many tasks a policy sees only the cheapest ones of each node, each rack and the rest (decision 0502). A policy
 * that likes dear tasks better, and is not of least cost, does not find all of them there.
 */
public interface AssignmentPolicy {
    /** The name by which users choose it. */
    String name();

    /** An assignment of as many tasks as there are slots for, and for each task the reason. */
    Decision decide(AssignmentProblem problem);

    /**
     * Decides with a time budget.
     *
     * @param isSpent asked between steps; once true, the policy may give up
     * @return empty if it gave up
     */
    default Optional<Decision> decide(AssignmentProblem problem, BooleanSupplier isSpent) {
        return isSpent.getAsBoolean() ? Optional.empty() : Optional.of(decide(problem));
    }

    /** For which places a stage keeps slots free. */
    default HoldScope holdScope() {
        return HoldScope.NOTHING;
    }

    /** Breaks ties: of equal tasks those with input on this tier of some node come first. Says nothing about which tier is better. */
    default Tier firstTier() {
        return Tier.MEMORY;
    }

    /** Whether the engine's own scheduler decides, and this policy only models it. */
    default boolean isEngineDefault() {
        return false;
    }

    /**
     * The policy with Trident's prunings before it.
     *
     * @param d the file system's replication factor, at least 1
     * @return empty if the policy has no such variant
     */
    default Optional<AssignmentPolicy> pruned(int d) {
        return Optional.empty();
    }

    /** Whether its decisions are of least cost, and carry the prices that prove it. */
    default boolean isLeastCost() {
        return false;
    }

    /** Whether a plan of the whole stage decides ({@code plan.dispatch}), and this policy only where there is none. */
    default boolean plansStages() {
        return false;
    }

    /** {@link #decide} without the reasons. */
    default Assignment assign(AssignmentProblem problem) {
        return decide(problem).assignment();
    }
}

package io.tiercel.assign;

import io.tiercel.model.Tier;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Chooses a node for each task. A pure function: the same problem always gets the same answer. All that a stage needs to know
 * of its policy stands here, so that no other class asks for a policy's name.
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

    /** Tasks with input on this tier of some node come first where the policy ranks tasks equal. */
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

    /** {@link #decide} without the reasons. */
    default Assignment assign(AssignmentProblem problem) {
        return decide(problem).assignment();
    }
}

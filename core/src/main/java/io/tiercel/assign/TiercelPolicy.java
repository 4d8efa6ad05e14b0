package io.tiercel.assign;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Tiercel's own policy, which plans all reads of a stage ({@code plan.dispatch}). Where a stage has no plan it decides as
 * {@link TridentPolicy} does.
 */
public final class TiercelPolicy implements AssignmentPolicy {
    private final AssignmentPolicy matching = new TridentPolicy();

    @Override
    public String name() {
        return "tiercel";
    }

    @Override
    public boolean plansStages() {
        return true;
    }

    @Override
    public Decision decide(AssignmentProblem problem) {
        return matching.decide(problem);
    }

    @Override
    public Optional<Decision> decide(AssignmentProblem problem, BooleanSupplier isSpent) {
        return matching.decide(problem, isSpent);
    }

    @Override
    public boolean isLeastCost() {
        return matching.isLeastCost();
    }

    @Override
    public HoldScope holdScope() {
        return matching.holdScope();
    }
}

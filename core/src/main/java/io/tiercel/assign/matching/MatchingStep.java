package io.tiercel.assign.matching;

/** The shared state of the solver's parts. Each part holds the arrays itself, because its inner loops read them at every step. */
abstract class MatchingStep {
    final SlotTree places;
    final Savings savings;
    final Matching matching;
    final int[] price;
    /** Edges looked at so far. */
    long steps;

    MatchingStep(Matching matching) {
        this.places = matching.places;
        this.savings = matching.savings;
        this.matching = matching;
        this.price = matching.price;
    }
}

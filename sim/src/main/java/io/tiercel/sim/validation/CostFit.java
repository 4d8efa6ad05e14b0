package io.tiercel.sim.validation;

import java.util.List;

/** Finds costs with which measured times come out. */
final class CostFit {
    /** So few: the runs that are fitted differ little by seed. */
    private static final int SEEDS = 3;

    private static final double FIRST_STEP = 1.6;
    private static final double LAST_STEP = 1.01;
    /** Nearer a job's time need not be. */
    private static final double CLOSE = 0.01;

    private static final int HALVINGS = 12;

    private CostFit() {}

    /** Runs of a search for a word with all input in memory, so that their time is what they cost. */
    record Known(SceneModel model, Subject subject) {
        double error(FittedCosts costs) {
            return Math.log(SimulatedSubject.of(model, subject, costs, SEEDS).seconds() / subject.medianSeconds());
        }
    }

    /**
     * The costs of searches: of least sums of the logarithms' differences, among which single ones count little, by steps that become smaller. Of one size of input alone three numbers
     * cannot be told; then only what is computed by what is read is fitted. Of none: {@link FittedCosts#SEARCH}.
     */
    static FittedCosts ofSearches(List<Known> known) {
        if (known.isEmpty()) {
            return FittedCosts.SEARCH;
        }
        boolean all = known.stream()
                        .map(each -> each.subject().any().tasks())
                        .distinct()
                        .count()
                > 2;
        FittedCosts best = FittedCosts.SEARCH;
        double least = differences(known, best);
        for (double step = FIRST_STEP; step > LAST_STEP; step = Math.sqrt(step)) {
            boolean better = true;
            while (better) {
                better = false;
                for (FittedCosts next : neighbours(best, step, all)) {
                    double differences = differences(known, next);
                    if (differences < least) {
                        least = differences;
                        best = next;
                        better = true;
                    }
                }
            }
        }
        return best;
    }

    private static List<FittedCosts> neighbours(FittedCosts at, double step, boolean all) {
        FittedCosts more = at.withPerMebibyte(at.perMebibyte() * step);
        FittedCosts less = at.withPerMebibyte(at.perMebibyte() / step);
        return all
                ? List.of(
                        more,
                        less,
                        at.withDriver(at.driver() * step),
                        at.withDriver(at.driver() / step),
                        at.withStart(at.start() * step),
                        at.withStart(at.start() / step))
                : List.of(more, less);
    }

    private static double differences(List<Known> known, FittedCosts costs) {
        return known.stream()
                .mapToDouble(each -> each.error(costs))
                .map(Math::abs)
                .sum();
    }

    /** A job's costs, of which all but one number are a search's. */
    static FittedCosts ofJob(SceneModel model, Subject subject, FittedCosts search) {
        Known known = new Known(model, subject);
        if (Math.abs(known.error(search)) < CLOSE) {
            return search; // where devices hide what it computes, nobody can tell how much that is
        }
        double low = 0;
        double high = subject.medianSeconds()
                * subject.scene().testbed().processors()
                / (subject.any().inputBytes() / FittedCosts.MIB);
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (known.error(search.withPerMebibyte(middle)) > 0) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return search.withPerMebibyte(low);
    }
}

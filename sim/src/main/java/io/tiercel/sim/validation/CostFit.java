package io.tiercel.sim.validation;

import java.util.List;

/** Fits costs to measured times. */
final class CostFit {
    /** Few: the fitted runs differ little by seed. */
    private static final int SEEDS = 3;

    private static final double FIRST_STEP = 1.6;
    private static final double LAST_STEP = 1.01;
    /** A relative error that is close enough. */
    private static final double CLOSE = 0.01;

    private static final int HALVINGS = 12;

    private CostFit() {}

    /** Searches for a word with all input in memory: their time is their costs. */
    record Known(SceneModel model, Subject subject) {
        double error(FittedCosts costs) {
            return Math.log(SimulatedSubject.of(model, subject, costs, SEEDS).seconds() / subject.medianSeconds());
        }
    }

    /**
     * Fits the costs of searches, with the least sum of absolute log errors, in steps that shrink. Inputs of one or two sizes do not determine
     * three numbers; then only the computing per byte is fitted. Without inputs: {@link FittedCosts#SEARCH}.
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
        List<FittedCosts> next = List.of(
                new FittedCosts(at.start(), at.perMebibyte() * step, at.driver()),
                new FittedCosts(at.start(), at.perMebibyte() / step, at.driver()),
                new FittedCosts(at.start(), at.perMebibyte(), at.driver() * step),
                new FittedCosts(at.start(), at.perMebibyte(), at.driver() / step),
                new FittedCosts(at.start() * step, at.perMebibyte(), at.driver()),
                new FittedCosts(at.start() / step, at.perMebibyte(), at.driver()));
        return all ? next : next.subList(0, 2);
    }

    private static double differences(List<Known> known, FittedCosts costs) {
        return known.stream()
                .mapToDouble(each -> each.error(costs))
                .map(Math::abs)
                .sum();
    }

    /** Fits a job's computing per byte. Its other costs are a search's. */
    static FittedCosts ofJob(SceneModel model, Subject subject, FittedCosts search) {
        Known known = new Known(model, subject);
        if (Math.abs(known.error(search)) < CLOSE) {
            return search; // devices hide the computing, so it cannot be measured
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

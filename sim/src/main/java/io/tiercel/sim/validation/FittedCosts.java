package io.tiercel.sim.validation;

import java.util.List;

/**
 * A job's costs beside its reads, which reports do not contain.
 *
 * @param start seconds of a processor from when a task gets its slot to its first read
 * @param perMebibyte seconds of a processor per MiB, spent while the task reads
 * @param driver seconds in the driver before the first task and after the last; simulated before the first
 */
public record FittedCosts(double start, double perMebibyte, double driver) {
    /** A search for a word with four executors on two cores, fitted on jobs with input in memory (decision 1213). */
    public static final FittedCosts SEARCH = new FittedCosts(0.055, 0.0190, 0.200);

    static final double MIB = 1 << 20;

    /** Few: the fitted runs differ little by seed. */
    private static final int SEEDS = 3;

    private static final double FIRST_STEP = 1.6;
    private static final double LAST_STEP = 1.01;
    /** A relative error that is close enough. */
    private static final double CLOSE = 0.01;

    private static final int HALVINGS = 12;

    public FittedCosts {
        if (!(start >= 0 && perMebibyte >= 0 && driver >= 0)) {
            throw new IllegalArgumentException(
                    "costs: expected at least 0, got " + start + ", " + perMebibyte + " and " + driver);
        }
    }

    private FittedCosts withPerMebibyte(double other) {
        return new FittedCosts(start, other, driver);
    }

    /**
     * Fits the costs of searches for a word with all input in memory: their time is their costs. Finds the least sum of absolute log errors, in
     * steps that shrink. Inputs of one or two sizes do not determine three numbers; then only the computing per byte is fitted. Without inputs:
     * {@link #SEARCH}.
     */
    static FittedCosts ofSearches(List<Subject> known) {
        if (known.isEmpty()) {
            return SEARCH;
        }
        boolean all = known.stream().map(each -> each.any().tasks()).distinct().count() > 2;
        FittedCosts best = SEARCH;
        double least = differences(known, best);
        for (double step = FIRST_STEP; step > LAST_STEP; step = Math.sqrt(step)) {
            boolean better = true;
            while (better) {
                better = false;
                for (FittedCosts next : best.neighbours(step, all)) {
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

    private List<FittedCosts> neighbours(double step, boolean all) {
        List<FittedCosts> next = List.of(
                new FittedCosts(start, perMebibyte * step, driver),
                new FittedCosts(start, perMebibyte / step, driver),
                new FittedCosts(start, perMebibyte, driver * step),
                new FittedCosts(start, perMebibyte, driver / step),
                new FittedCosts(start * step, perMebibyte, driver),
                new FittedCosts(start / step, perMebibyte, driver));
        return all ? next : next.subList(0, 2);
    }

    private static double differences(List<Subject> known, FittedCosts costs) {
        return known.stream().mapToDouble(each -> Math.abs(error(each, costs))).sum();
    }

    /** Fits a job's computing per byte. Its other costs are a search's. */
    static FittedCosts ofJob(Subject subject, FittedCosts search) {
        if (Math.abs(error(subject, search)) < CLOSE) {
            return search; // devices hide the computing, so it cannot be measured
        }
        double low = 0;
        double high = subject.medianSeconds()
                * subject.scene().testbed().processors()
                / (subject.any().inputBytes() / MIB);
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (error(subject, search.withPerMebibyte(middle)) > 0) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return search.withPerMebibyte(low);
    }

    /** By how much the logarithm of the simulated time is above that of the measured one. */
    private static double error(Subject subject, FittedCosts costs) {
        return Math.log(subject.simulated(costs, SEEDS).seconds() / subject.medianSeconds());
    }
}

package io.tiercel.sim.validation;

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

    public FittedCosts {
        if (!(start >= 0 && perMebibyte >= 0 && driver >= 0)) {
            throw new IllegalArgumentException(
                    "costs: expected at least 0, got " + start + ", " + perMebibyte + " and " + driver);
        }
    }

    FittedCosts withPerMebibyte(double other) {
        return new FittedCosts(start, other, driver);
    }
}

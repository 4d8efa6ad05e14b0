package io.tiercel.sim.validation;

/**
 * What a job costs beside its reads, of which a report does not tell.
 *
 * @param start seconds of a processor from when a task has its slot to its first read
 * @param perMebibyte seconds of a processor by what a task reads, spent while it reads
 * @param driver seconds from a job's call until its first tasks ask for slots, and from its last one to its result; all of it is taken to come before
 */
public record FittedCosts(double start, double perMebibyte, double driver) {
    /**
     * A search for a word on two cores at which four executors compute, fitted once on jobs whose input was in memory (decision 1213).
     */
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

    FittedCosts withDriver(double other) {
        return new FittedCosts(start, perMebibyte, other);
    }

    FittedCosts withStart(double other) {
        return new FittedCosts(other, perMebibyte, driver);
    }
}

package io.tiercel.sim.validation;

import io.tiercel.record.ReadPlace;
import java.util.List;
import java.util.Map;

/**
 * A job under a treatment, measured and simulated.
 *
 * @param fitted whether the costs of jobs are taken of these measurements, so that they prove nothing
 * @param runs how many were measured
 * @param measured seconds from the job's call to its result: the median of the runs
 * @param simulated likewise: the median over seeds
 * @param measuredShares of all runs' tasks, by where they read
 * @param simulatedShares likewise
 */
public record SubjectComparison(
        String scene,
        String treatment,
        String job,
        boolean fitted,
        int runs,
        double measured,
        double simulated,
        Map<ReadPlace, Double> measuredShares,
        Map<ReadPlace, Double> simulatedShares) {
    /** Where tasks may read their input, nearest first. */
    public static final List<ReadPlace> PLACES =
            List.of(ReadPlace.MEMORY, ReadPlace.SSD, ReadPlace.HDD, ReadPlace.RACK, ReadPlace.REMOTE);

    /** By how much the simulated time is longer than the measured one; negative if it is shorter. */
    public double error() {
        return simulated / measured - 1;
    }

    /** The largest difference of one tier's share of the tasks, in points. */
    public double points() {
        return ReadShares.points(measuredShares, simulatedShares);
    }
}

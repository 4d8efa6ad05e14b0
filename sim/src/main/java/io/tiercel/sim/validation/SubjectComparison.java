package io.tiercel.sim.validation;

import io.tiercel.record.ReadPlace;
import java.util.List;
import java.util.Map;

/**
 * A job under a treatment, measured and simulated.
 *
 * @param fitted whether costs were fitted on these measurements
 * @param runs number of measured runs
 * @param measured seconds from the job's call to its result: the median of the runs
 * @param simulated likewise: the median over seeds
 * @param measuredShares of all runs' tasks by where they read
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
    /** Places where tasks may read, nearest first. */
    public static final List<ReadPlace> PLACES =
            List.of(ReadPlace.MEMORY, ReadPlace.SSD, ReadPlace.HDD, ReadPlace.RACK, ReadPlace.REMOTE);

    /** The relative error of the simulated time; negative if it is too short. */
    public double error() {
        return simulated / measured - 1;
    }

    /** The largest difference of one tier's share of the tasks, in points. */
    public double points() {
        return ReadShares.points(measuredShares, simulatedShares);
    }
}

package io.tiercel.sim.validation;

import io.tiercel.record.ReadPlace;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A job under a treatment, measured and simulated.
 *
 * @param fitted whether costs were fitted on these measurements
 * @param measured seconds from the job's call to its result: the median of the runs
 * @param measuredShares of all runs' tasks by where they read
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

    static SubjectComparison of(Subject subject, Subject.Simulated simulated) {
        boolean knows = subject.model().knowsMemory(subject);
        return new SubjectComparison(
                subject.scene().scene(),
                subject.treatment(),
                subject.job(),
                subject.use() == SceneModel.Use.FITTED,
                subject.runs().size(),
                subject.medianSeconds(),
                simulated.seconds(),
                knows ? counted(subject.runs()) : split(Math.min(1, memory(subject.runs()))),
                knows ? simulated.shares() : split(simulated.shares().getOrDefault(ReadPlace.MEMORY, 0.0)));
    }

    /** The shares as the scheduler has counted them. */
    private static Map<ReadPlace, Double> counted(List<MeasuredRun> runs) {
        Map<ReadPlace, Double> counts = new EnumMap<>(ReadPlace.class);
        for (MeasuredRun run : runs) {
            // A job that caches its input has later stages, whose tasks read or fetch cached data.
            boolean caches = run.places().getOrDefault(ReadPlace.PROCESS, 0L) > 0;
            for (ReadPlace place : PLACES) {
                if (!caches || place != ReadPlace.REMOTE) {
                    counts.merge(place, (double) run.places().getOrDefault(place, 0L), Double::sum);
                }
            }
        }
        double all = counts.values().stream().mapToDouble(Double::doubleValue).sum();
        counts.replaceAll((place, count) -> all == 0 ? 0 : count / all);
        return counts;
    }

    /** The share of the bytes that were in memory when they were read, as DataNodes count them. */
    private static double memory(List<MeasuredRun> runs) {
        return runs.stream().mapToDouble(MeasuredRun::memoryBytes).sum()
                / runs.stream().mapToDouble(MeasuredRun::inputBytes).sum();
    }

    private static Map<ReadPlace, Double> split(double memory) {
        return new EnumMap<>(Map.of(ReadPlace.MEMORY, memory, ReadPlace.HDD, 1 - memory));
    }

    /** The relative error of the simulated time; negative if it is too short. */
    public double error() {
        return simulated / measured - 1;
    }

    /** The largest difference of one tier's share of the tasks, in points. */
    public double points() {
        return PLACES.stream()
                .mapToDouble(place -> 100
                        * Math.abs(measuredShares.getOrDefault(place, 0.0) - simulatedShares.getOrDefault(place, 0.0)))
                .max()
                .orElse(0);
    }
}

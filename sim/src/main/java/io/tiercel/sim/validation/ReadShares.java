package io.tiercel.sim.validation;

import io.tiercel.record.ReadPlace;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Of tasks, the shares that read in each place. */
final class ReadShares {
    private ReadShares() {}

    /** As the scheduler has counted them. */
    static Map<ReadPlace, Double> counted(List<MeasuredRun> runs) {
        Map<ReadPlace, Double> counts = new EnumMap<>(ReadPlace.class);
        for (MeasuredRun run : runs) {
            // Of a job that caches what it has read, later stages' tasks read there, or fetch it from there.
            boolean caches = run.places().getOrDefault(ReadPlace.PROCESS, 0L) > 0;
            for (ReadPlace place : SubjectComparison.PLACES) {
                if (!caches || place != ReadPlace.REMOTE) {
                    counts.merge(place, (double) run.places().getOrDefault(place, 0L), Double::sum);
                }
            }
        }
        double all = counts.values().stream().mapToDouble(Double::doubleValue).sum();
        counts.replaceAll((place, count) -> all == 0 ? 0 : count / all);
        return counts;
    }

    /** By what was in memory when it was read, and what was not. */
    static Map<ReadPlace, Double> served(List<MeasuredRun> runs) {
        double memory = runs.stream().mapToDouble(MeasuredRun::memoryBytes).sum();
        double all = runs.stream().mapToDouble(MeasuredRun::inputBytes).sum();
        return split(Math.min(1, memory / all));
    }

    /** The same of shares that tell more. */
    static Map<ReadPlace, Double> memoryAlone(Map<ReadPlace, Double> shares) {
        return split(shares.getOrDefault(ReadPlace.MEMORY, 0.0));
    }

    private static Map<ReadPlace, Double> split(double memory) {
        return new EnumMap<>(Map.of(ReadPlace.MEMORY, memory, ReadPlace.HDD, 1 - memory));
    }

    /** The largest difference of one place's shares, in points. */
    static double points(Map<ReadPlace, Double> one, Map<ReadPlace, Double> other) {
        return SubjectComparison.PLACES.stream()
                .mapToDouble(place -> 100 * Math.abs(one.getOrDefault(place, 0.0) - other.getOrDefault(place, 0.0)))
                .max()
                .orElse(0);
    }
}

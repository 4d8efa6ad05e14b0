package io.tiercel.sim.validation;

import io.tiercel.record.ReadPlace;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The shares of tasks that read in each place. */
final class ReadShares {
    private ReadShares() {}

    /** As the scheduler has counted them. */
    static Map<ReadPlace, Double> counted(List<MeasuredRun> runs) {
        Map<ReadPlace, Double> counts = new EnumMap<>(ReadPlace.class);
        for (MeasuredRun run : runs) {
            // A job that caches its input has later stages, whose tasks read or fetch cached data.
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

    /** By the bytes in memory when they were read, as DataNodes count them. */
    static Map<ReadPlace, Double> served(List<MeasuredRun> runs) {
        double memory = runs.stream().mapToDouble(MeasuredRun::memoryBytes).sum();
        double all = runs.stream().mapToDouble(MeasuredRun::inputBytes).sum();
        return split(Math.min(1, memory / all));
    }

    /** Reduces shares to memory and HDD. */
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

package io.tiercel.demo.report;

import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The places where input tasks read, and the time that the scheduler took.
 *
 * @param tasks tasks with located input
 * @param bestHits those that ran at the best tier that they could have had
 * @param possible tasks by the best tier on a node where the job had a slot
 * @param happened tasks by the tier that they got
 * @param schedulingMicrosMedian microseconds of an ordinary scheduling round: the median over the stages' medians
 * @param schedulingMicrosMax microseconds of the longest round
 * @param heldMillis milliseconds for which slots were kept free for a better task, added up
 */
public record TaskTiers(
        long tasks,
        long bestHits,
        Map<ReadPlace, Long> possible,
        Map<ReadPlace, Long> happened,
        double schedulingMicrosMedian,
        double schedulingMicrosMax,
        long heldMillis) {
    public TaskTiers {
        possible = Map.copyOf(possible);
        happened = Map.copyOf(happened);
    }

    public static TaskTiers of(StageSummary stage) {
        return new TaskTiers(
                stage.reads().launched(),
                stage.reads().bestHits(),
                longs(stage.reads().possible()),
                longs(stage.reads().happened()),
                stage.scheduling().medianMicros(),
                stage.scheduling().maxMicros(),
                stage.scheduling().heldMillis());
    }

    private static Map<ReadPlace, Long> longs(Map<ReadPlace, Integer> counts) {
        return counts.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, count -> count.getValue()
                .longValue()));
    }

    public static TaskTiers sum(Collection<TaskTiers> parts) {
        List<Double> medians =
                parts.stream().map(TaskTiers::schedulingMicrosMedian).toList();
        return new TaskTiers(
                parts.stream().mapToLong(TaskTiers::tasks).sum(),
                parts.stream().mapToLong(TaskTiers::bestHits).sum(),
                sum(parts, TaskTiers::possible),
                sum(parts, TaskTiers::happened),
                medians.isEmpty() ? 0 : Spread.of(medians).median(),
                parts.stream().mapToDouble(TaskTiers::schedulingMicrosMax).max().orElse(0),
                parts.stream().mapToLong(TaskTiers::heldMillis).sum());
    }

    public static <T, K> Map<K, Long> sum(Collection<T> parts, Function<T, Map<K, Long>> counts) {
        Map<K, Long> sum = new TreeMap<>();
        parts.forEach(part -> counts.apply(part).forEach((name, count) -> sum.merge(name, count, Long::sum)));
        return sum;
    }

    public double bestShare() {
        return (double) bestHits / tasks;
    }

    /** The share of the tasks that got this tier; not a number if there was none. */
    public double share(ReadPlace tier) {
        return (double) happened.getOrDefault(tier, 0L) / tasks;
    }

    /** The share of the tasks whose best tier this was; 0 if there was none. */
    public double possibleShare(ReadPlace tier) {
        return tasks == 0 ? 0 : (double) possible.getOrDefault(tier, 0L) / tasks;
    }

    /** Tasks of first stages: later ones read what these have kept in the process. */
    public long firstReads() {
        return happened.getOrDefault(ReadPlace.PROCESS, 0L) == 0
                ? tasks
                : Stream.of(ReadPlace.MEMORY, ReadPlace.SSD, ReadPlace.HDD, ReadPlace.RACK)
                        .mapToLong(place -> happened.getOrDefault(place, 0L))
                        .sum();
    }
}

package io.tiercel.demo.report;

import java.util.Collection;
import java.util.Map;

/**
 * Where input tasks read, and how long the scheduler thought about it.
 *
 * @param tasks tasks with located input
 * @param bestHits those that ran at the best tier that they could have had
 * @param possible tasks by the best tier on a node where the job had a slot
 * @param happened tasks by the tier that they got
 * @param schedulingMicrosMedian microseconds that an ordinary scheduling round took: the median over the stages' medians
 * @param schedulingMicrosMax microseconds of the longest round
 * @param heldMillis milliseconds for which slots were kept free for a better task, added up
 */
public record TaskTiers(
        long tasks,
        long bestHits,
        Map<String, Long> possible,
        Map<String, Long> happened,
        double schedulingMicrosMedian,
        double schedulingMicrosMax,
        long heldMillis) {
    public TaskTiers {
        possible = Map.copyOf(possible);
        happened = Map.copyOf(happened);
    }

    /** All of them together. */
    public static TaskTiers sum(Collection<TaskTiers> parts) {
        return new TaskTiers(
                parts.stream().mapToLong(TaskTiers::tasks).sum(),
                parts.stream().mapToLong(TaskTiers::bestHits).sum(),
                Counts.sum(parts.stream().map(TaskTiers::possible).toList()),
                Counts.sum(parts.stream().map(TaskTiers::happened).toList()),
                parts.isEmpty()
                        ? 0
                        : Spread.of(parts.stream()
                                        .map(TaskTiers::schedulingMicrosMedian)
                                        .toList())
                                .median(),
                parts.stream().mapToDouble(TaskTiers::schedulingMicrosMax).max().orElse(0),
                parts.stream().mapToLong(TaskTiers::heldMillis).sum());
    }

    /** Of the tasks, the share that ran at their best tier; not a number if there was none. */
    public double bestShare() {
        return (double) bestHits / tasks;
    }

    /** Of the tasks, the share that got this tier; not a number if there was none. */
    public double share(String tier) {
        return (double) happened.getOrDefault(tier, 0L) / tasks;
    }
}

package io.tiercel.demo.placement;

import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.TaskTiers;
import java.util.List;
import java.util.Map;

/**
 * One policy's side of a comparison.
 *
 * @param seconds of a round, over the rounds
 * @param speedup how many times faster than the baseline, paired by round
 * @param rounds seconds of each round, in order
 * @param taskSeconds what the cluster spent on a round's tasks, median over the rounds
 * @param tiers of the tasks of all rounds
 * @param servedBytes of all rounds
 */
public record PolicyOutcome(
        String policy,
        Spread seconds,
        Spread speedup,
        List<Double> rounds,
        double taskSeconds,
        TaskTiers tiers,
        Map<String, Long> servedBytes) {
    public PolicyOutcome {
        rounds = List.copyOf(rounds);
        servedBytes = Map.copyOf(servedBytes);
    }
}

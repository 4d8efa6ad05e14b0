package io.tiercel.demo.placement;

import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.demo.run.JobTrial;
import java.util.List;
import java.util.Map;

/**
 * One policy's side of a comparison.
 *
 * @param seconds of a round, over the rounds
 * @param speedup how many times faster than the baseline, paired by round
 * @param rounds seconds of each round, in order
 * @param taskSeconds run times of a round's tasks, added up; median over the rounds
 * @param tiers of the tasks of all rounds
 * @param servedBytes of all rounds
 */
record PolicyOutcome(
        String policy,
        Spread seconds,
        Spread speedup,
        List<Double> rounds,
        double taskSeconds,
        TaskTiers tiers,
        Map<String, Long> servedBytes) {
    PolicyOutcome {
        rounds = List.copyOf(rounds);
        servedBytes = Map.copyOf(servedBytes);
    }

    /** The share of the bytes served that came from there; not a number if nothing was served. */
    double servedFrom(String where) {
        long all = servedBytes.values().stream().mapToLong(Long::longValue).sum();
        return (double) servedBytes.getOrDefault(where, 0L) / all;
    }

    double fromSsd() {
        return servedFrom(JobTrial.SSD);
    }
}

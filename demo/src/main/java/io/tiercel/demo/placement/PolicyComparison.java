package io.tiercel.demo.placement;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.demo.report.Trials;
import io.tiercel.demo.run.JobTrial;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * All policies against the baseline, over all trials.
 *
 * <p>Times are paired by round: each round's time is divided into the baseline's time of the same round, so that what
 * changes slowly on the machine cancels out.
 */
final class PolicyComparison {
    /**
     * One policy's side.
     *
     * @param seconds of a round, over the rounds
     * @param speedup how many times faster than the baseline, paired by round
     * @param taskSeconds run times of a round's tasks, added up; median over the rounds
     * @param tiers of the tasks of all rounds
     * @param servedBytes of all rounds
     */
    record PolicyOutcome(
            String policy,
            Spread seconds,
            Spread speedup,
            double taskSeconds,
            TaskTiers tiers,
            Map<String, Long> servedBytes) {
        /** The share of the bytes served that came from SSD; not a number if nothing was served. */
        double fromSsd() {
            long all = servedBytes.values().stream().mapToLong(Long::longValue).sum();
            return (double) servedBytes.getOrDefault(JobTrial.SSD, 0L) / all;
        }
    }

    private final Trials<PlacementTrial> trials;

    /** @throws IllegalArgumentException if the baseline did not run */
    PolicyComparison(Collection<PlacementTrial> trials) {
        this.trials = new Trials<>(List.copyOf(trials));
        if (of(DemoSettings.BASELINE, this.trials).all().isEmpty()) {
            throw new IllegalArgumentException("expected trials under " + DemoSettings.BASELINE + ", there is none");
        }
    }

    List<PlacementTrial> trials() {
        return trials.all();
    }

    /** Policies in the order in which they were first seen, the baseline before all others. */
    List<String> policies() {
        LinkedHashSet<String> policies = new LinkedHashSet<>(List.of(DemoSettings.BASELINE));
        trials.all().forEach(trial -> policies.add(trial.policy()));
        return List.copyOf(policies);
    }

    List<String> jobs() {
        return trials.stream().map(PlacementTrial::job).distinct().toList();
    }

    List<PolicyOutcome> overall() {
        return outcomes(trials);
    }

    List<PolicyOutcome> byPolicy(String job) {
        return outcomes(trials.where(trial -> trial.job().equals(job)));
    }

    /** Lists results that differ from the baseline's; empty if every trial returned the same. */
    List<String> differences() {
        Map<String, JobTrial> expected = of(DemoSettings.BASELINE, trials).stream()
                .collect(Collectors.toMap(PlacementTrial::job, PlacementTrial::run, (first, again) -> first));
        List<String> differences = new ArrayList<>();
        for (PlacementTrial trial : trials.all()) {
            JobTrial run = trial.run();
            JobTrial baseline = expected.getOrDefault(trial.job(), run);
            if (!baseline.sha256().equals(run.sha256())) {
                differences.add("%s under %s in round %d returned %d rows (sha256 %.12s), expected %s's %d rows (%.12s)"
                        .formatted(
                                trial.job(),
                                trial.policy(),
                                run.round(),
                                run.rows(),
                                run.sha256(),
                                DemoSettings.BASELINE,
                                baseline.rows(),
                                baseline.sha256()));
            }
        }
        return differences;
    }

    private List<PolicyOutcome> outcomes(Trials<PlacementTrial> some) {
        SortedMap<Integer, Double> baseline = sums(of(DemoSettings.BASELINE, some), JobTrial::seconds);
        return policies().stream()
                .map(policy -> outcome(policy, of(policy, some), baseline))
                .toList();
    }

    private static PolicyOutcome outcome(
            String policy, Trials<PlacementTrial> trials, SortedMap<Integer, Double> baseline) {
        SortedMap<Integer, Double> seconds = sums(trials, JobTrial::seconds);
        return new PolicyOutcome(
                policy,
                Spread.of(seconds.values()),
                Spread.of(seconds.keySet().stream()
                        .filter(baseline::containsKey)
                        .map(round -> baseline.get(round) / seconds.get(round))
                        .toList()),
                Spread.of(sums(trials, JobTrial::taskSeconds).values()).median(),
                TaskTiers.sum(trials.stream().map(trial -> trial.run().tiers()).toList()),
                TaskTiers.sum(trials.all(), trial -> trial.run().servedBytes()));
    }

    private static SortedMap<Integer, Double> sums(Trials<PlacementTrial> trials, ToDoubleFunction<JobTrial> value) {
        SortedMap<Integer, Double> sums = new TreeMap<>();
        trials.all().forEach(trial -> sums.merge(trial.run().round(), value.applyAsDouble(trial.run()), Double::sum));
        return sums;
    }

    private static Trials<PlacementTrial> of(String policy, Trials<PlacementTrial> trials) {
        return trials.where(trial -> trial.policy().equals(policy));
    }

    /** One job, run once, cold, under one policy. */
    record PlacementTrial(String policy, String job, @JsonUnwrapped JobTrial run) {}
}

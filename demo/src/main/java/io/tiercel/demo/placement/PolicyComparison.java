package io.tiercel.demo.placement;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.TaskTiers;
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
    private final List<PlacementTrial> trials;

    /** @throws IllegalArgumentException if the baseline did not run */
    PolicyComparison(Collection<PlacementTrial> trials) {
        this.trials = List.copyOf(trials);
        if (of(DemoSettings.BASELINE).isEmpty()) {
            throw new IllegalArgumentException("expected trials under " + DemoSettings.BASELINE + ", there is none");
        }
    }

    List<PlacementTrial> trials() {
        return trials;
    }

    /** Policies in the order in which they were first seen, the baseline before all others. */
    List<String> policies() {
        LinkedHashSet<String> policies = new LinkedHashSet<>(List.of(DemoSettings.BASELINE));
        trials.forEach(trial -> policies.add(trial.policy()));
        return List.copyOf(policies);
    }

    List<String> jobs() {
        return trials.stream().map(PlacementTrial::job).distinct().toList();
    }

    /** All jobs together under each policy. */
    List<PolicyOutcome> overall() {
        return policies().stream()
                .map(policy -> outcome(of(policy), of(DemoSettings.BASELINE)))
                .toList();
    }

    /** One job under each policy. */
    List<PolicyOutcome> byPolicy(String job) {
        return policies().stream()
                .map(policy -> outcome(onlyJob(of(policy), job), onlyJob(of(DemoSettings.BASELINE), job)))
                .toList();
    }

    /** Lists results that differ from the baseline's; empty if every trial returned the same. */
    List<String> differences() {
        Map<String, PlacementTrial> expected = of(DemoSettings.BASELINE).stream()
                .collect(Collectors.toMap(PlacementTrial::job, trial -> trial, (first, again) -> first));
        List<String> differences = new ArrayList<>();
        for (PlacementTrial trial : trials) {
            PlacementTrial baseline = expected.get(trial.job());
            if (baseline != null && !baseline.run().sha256().equals(trial.run().sha256())) {
                differences.add("%s under %s in round %d returned %d rows (sha256 %.12s), expected %s's %d rows (%.12s)"
                        .formatted(
                                trial.job(),
                                trial.policy(),
                                trial.run().round(),
                                trial.run().rows(),
                                trial.run().sha256(),
                                DemoSettings.BASELINE,
                                baseline.run().rows(),
                                baseline.run().sha256()));
            }
        }
        return differences;
    }

    private static PolicyOutcome outcome(List<PlacementTrial> trials, List<PlacementTrial> baseline) {
        SortedMap<Integer, Double> seconds = secondsByRound(trials);
        SortedMap<Integer, Double> baselineSeconds = secondsByRound(baseline);
        return new PolicyOutcome(
                trials.get(0).policy(),
                Spread.of(seconds.values()),
                Spread.of(seconds.keySet().stream()
                        .filter(baselineSeconds::containsKey)
                        .map(round -> baselineSeconds.get(round) / seconds.get(round))
                        .toList()),
                List.copyOf(seconds.values()),
                Spread.of(sums(trials, JobTrial::taskSeconds).values()).median(),
                TaskTiers.sum(trials.stream().map(trial -> trial.run().tiers()).toList()),
                TaskTiers.sum(trials, trial -> trial.run().servedBytes()));
    }

    private static SortedMap<Integer, Double> secondsByRound(List<PlacementTrial> trials) {
        return sums(trials, JobTrial::seconds);
    }

    private static SortedMap<Integer, Double> sums(List<PlacementTrial> trials, ToDoubleFunction<JobTrial> value) {
        SortedMap<Integer, Double> sums = new TreeMap<>();
        trials.forEach(trial -> sums.merge(trial.run().round(), value.applyAsDouble(trial.run()), Double::sum));
        return sums;
    }

    private List<PlacementTrial> of(String policy) {
        return trials.stream().filter(trial -> trial.policy().equals(policy)).toList();
    }

    private static List<PlacementTrial> onlyJob(List<PlacementTrial> trials, String job) {
        return trials.stream().filter(trial -> trial.job().equals(job)).toList();
    }
}

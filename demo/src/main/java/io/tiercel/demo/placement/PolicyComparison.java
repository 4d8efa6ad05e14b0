package io.tiercel.demo.placement;

import io.tiercel.demo.report.Counts;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.TaskTiers;
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
public final class PolicyComparison {
    public static final String BASELINE = "stock";

    private final List<PlacementTrial> trials;

    /** @throws IllegalArgumentException if the baseline did not run */
    public PolicyComparison(Collection<PlacementTrial> trials) {
        this.trials = List.copyOf(trials);
        if (of(BASELINE).isEmpty()) {
            throw new IllegalArgumentException("expected trials under " + BASELINE + ", there is none");
        }
    }

    public List<PlacementTrial> trials() {
        return trials;
    }

    /** Policies in the order in which they were first seen, the baseline before all others. */
    public List<String> policies() {
        LinkedHashSet<String> policies = new LinkedHashSet<>(List.of(BASELINE));
        trials.forEach(trial -> policies.add(trial.policy()));
        return List.copyOf(policies);
    }

    public List<String> jobs() {
        return trials.stream().map(PlacementTrial::job).distinct().toList();
    }

    /** All jobs together under each policy. */
    public List<PolicyOutcome> overall() {
        return policies().stream()
                .map(policy -> outcome(of(policy), of(BASELINE)))
                .toList();
    }

    /** One job under each policy. */
    public List<PolicyOutcome> byPolicy(String job) {
        return policies().stream()
                .map(policy -> outcome(onlyJob(of(policy), job), onlyJob(of(BASELINE), job)))
                .toList();
    }

    /** What differs from the baseline's results; empty if every trial returned the same. */
    public List<String> differences() {
        Map<String, PlacementTrial> expected = of(BASELINE).stream()
                .collect(Collectors.toMap(PlacementTrial::job, trial -> trial, (first, again) -> first));
        List<String> differences = new ArrayList<>();
        for (PlacementTrial trial : trials) {
            PlacementTrial baseline = expected.get(trial.job());
            if (baseline != null && !baseline.sha256().equals(trial.sha256())) {
                differences.add("%s under %s in round %d returned %d rows (sha256 %.12s), expected %s's %d rows (%.12s)"
                        .formatted(
                                trial.job(),
                                trial.policy(),
                                trial.round(),
                                trial.rows(),
                                trial.sha256(),
                                BASELINE,
                                baseline.rows(),
                                baseline.sha256()));
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
                Spread.of(sums(trials, PlacementTrial::taskSeconds).values()).median(),
                TaskTiers.sum(trials.stream().map(PlacementTrial::tiers).toList()),
                Counts.sum(trials.stream().map(PlacementTrial::servedBytes).toList()));
    }

    private static SortedMap<Integer, Double> secondsByRound(List<PlacementTrial> trials) {
        return sums(trials, PlacementTrial::seconds);
    }

    private static SortedMap<Integer, Double> sums(
            List<PlacementTrial> trials, ToDoubleFunction<PlacementTrial> value) {
        SortedMap<Integer, Double> sums = new TreeMap<>();
        trials.forEach(trial -> sums.merge(trial.round(), value.applyAsDouble(trial), Double::sum));
        return sums;
    }

    private List<PlacementTrial> of(String policy) {
        return trials.stream().filter(trial -> trial.policy().equals(policy)).toList();
    }

    private static List<PlacementTrial> onlyJob(List<PlacementTrial> trials, String job) {
        return trials.stream().filter(trial -> trial.job().equals(job)).toList();
    }
}

package io.tiercel.demo.prefetch;

import io.tiercel.demo.prefetch.ApplicationPlans.PlannedStage;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.Trials;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Trials by treatment and target; those that only taught the models do not count. */
final class TrialResults {
    private final Trials<PrefetchTrial> trials;

    TrialResults(Collection<PrefetchTrial> trials) {
        this.trials =
                new Trials<>(List.copyOf(trials)).where(trial -> trial.run().round() > 0);
    }

    Trials<PrefetchTrial> of(PrefetchTreatment treatment) {
        return trials.where(trial -> trial.treatment() == treatment);
    }

    Trials<PrefetchTrial> of(PrefetchTreatment treatment, PrefetchTarget target) {
        return of(treatment).where(trial -> trial.job().equals(target.id()));
    }

    boolean has(PrefetchTreatment treatment, PrefetchTarget target) {
        return !of(treatment, target).all().isEmpty();
    }

    Spread seconds(PrefetchTreatment treatment, PrefetchTarget target) {
        return of(treatment, target).spread(PrefetchTrial::seconds);
    }

    /** Median time as a multiple of another treatment's. */
    double ratio(PrefetchTreatment treatment, PrefetchTarget target, PrefetchTreatment other) {
        return seconds(treatment, target).median() / seconds(other, target).median();
    }

    long sum(PrefetchTreatment treatment, PrefetchTarget target, ToLongFunction<PrefetchTrial> value) {
        return of(treatment, target).stream().mapToLong(value).sum();
    }

    /** The share of the bytes brought into memory that no task read from there; empty if none were. */
    OptionalDouble wasted(PrefetchTreatment treatment, PrefetchTarget target) {
        return share(
                sum(treatment, target, PrefetchTrial::wastedBytes),
                sum(treatment, target, PrefetchTrial::prefetchedBytes));
    }

    /** The share of the blocks asked for that came too late or not at all; empty if none were. */
    OptionalDouble unused(PrefetchTreatment treatment, PrefetchTarget target) {
        long asked = sum(treatment, target, PrefetchTrial::askedBlocks);
        return share(asked - sum(treatment, target, PrefetchTrial::usedBlocks), asked);
    }

    private static OptionalDouble share(long part, long whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }

    Map<String, List<String>> fingerprints() {
        return trials.stream()
                .collect(Collectors.groupingBy(
                        PrefetchTrial::job,
                        Collectors.mapping(trial -> trial.run().sha256(), Collectors.toList())));
    }

    List<PlannedStage> plans(PrefetchTreatment treatment, PrefetchTarget target) {
        return of(treatment, target).stream()
                .flatMap(trial -> trial.plans().stream())
                .toList();
    }
}

package io.tiercel.demo.prefetch;

import io.tiercel.demo.report.Spread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Trials, added up in the ways in which the report speaks of them; those that only taught the models do not count. */
final class TrialResults {
    private final List<PrefetchTrial> trials;

    TrialResults(Collection<PrefetchTrial> trials) {
        this.trials = trials.stream().filter(trial -> trial.round() > 0).toList();
    }

    Stream<PrefetchTrial> all() {
        return trials.stream();
    }

    Stream<PrefetchTrial> of(PrefetchTreatment treatment) {
        return all().filter(trial -> trial.treatment().equals(treatment.id()));
    }

    Stream<PrefetchTrial> of(PrefetchTreatment treatment, PrefetchTarget target) {
        return of(treatment).filter(trial -> trial.job().equals(target.id()));
    }

    /** Whether the job was run under that treatment. */
    boolean has(PrefetchTreatment treatment, PrefetchTarget target) {
        return of(treatment, target).findAny().isPresent();
    }

    Spread spread(PrefetchTreatment treatment, PrefetchTarget target, ToDoubleFunction<PrefetchTrial> value) {
        return Spread.of(of(treatment, target).map(value::applyAsDouble).toList());
    }

    /** From submission to the result. */
    Spread seconds(PrefetchTreatment treatment, PrefetchTarget target) {
        return spread(treatment, target, PrefetchTrial::seconds);
    }

    /** Median time against that of another treatment. */
    double ratio(PrefetchTreatment treatment, PrefetchTarget target, PrefetchTreatment other) {
        return seconds(treatment, target).median() / seconds(other, target).median();
    }

    long sum(PrefetchTreatment treatment, PrefetchTarget target, ToLongFunction<PrefetchTrial> value) {
        return of(treatment, target).mapToLong(value).sum();
    }

    /** Of the bytes that were brought into memory, the share that no task read from there; empty if none were. */
    OptionalDouble wasted(PrefetchTreatment treatment, PrefetchTarget target) {
        long prefetched = sum(treatment, target, PrefetchTrial::prefetchedBytes);
        return prefetched == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) sum(treatment, target, PrefetchTrial::wastedBytes) / prefetched);
    }

    /** Of the blocks that were asked for, the share that came too late or not at all; empty if none were. */
    OptionalDouble unused(PrefetchTreatment treatment, PrefetchTarget target) {
        long asked = sum(treatment, target, PrefetchTrial::askedBlocks);
        return asked == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(1 - (double) sum(treatment, target, PrefetchTrial::usedBlocks) / asked);
    }

    /** Fingerprints by job. */
    Map<String, List<String>> fingerprints() {
        return all().collect(Collectors.groupingBy(
                PrefetchTrial::job, Collectors.mapping(PrefetchTrial::sha256, Collectors.toList())));
    }

    /** Plans by cost of a treatment's runs of a job. */
    List<PlannedStage> plans(PrefetchTreatment treatment, PrefetchTarget target) {
        List<PlannedStage> plans = new ArrayList<>();
        of(treatment, target).forEach(trial -> plans.addAll(trial.plans()));
        return plans;
    }
}

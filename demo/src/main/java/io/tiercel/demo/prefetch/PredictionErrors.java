package io.tiercel.demo.prefetch;

import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.demo.prefetch.ApplicationPlans.PlannedStage;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.Spread;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The model against reality: predictions for runs under plans by cost, and what was measured. The time of a job is here that of its
 * stages that read input, which are what is planned for.
 */
final class PredictionErrors {
    /** Bound of the median. */
    private static final double MOST = 0.2;

    private final TrialResults results;
    private final List<PrefetchTarget> targets;
    private final List<PrefetchTreatment> treatments;

    PredictionErrors(TrialResults results, RunProgramme programme) {
        this.results = results;
        this.targets = programme.targets();
        this.treatments =
                programme.treatments().stream().filter(PrefetchTreatment::plans).toList();
    }

    List<ReportClaim> claims() {
        return List.of(
                claim(
                        "job-times-predicted",
                        "Predicted job times are right within 20%, by the median",
                        all().filter(PredictionErrors::hasStages)
                                .map(PredictionErrors::job)
                                .toList()),
                claim(
                        "prefetch-ends-predicted",
                        "Predicted ends of prefetching are right within 20%, by the median",
                        all().flatMap(PredictionErrors::prefetches).toList()));
    }

    private static ReportClaim claim(String name, String claim, List<Double> errors) {
        if (errors.isEmpty()) {
            return ReportClaim.notMeasured(
                    name, claim, Relation.AT_MOST, MOST, "Nothing was predicted that could be measured");
        }
        Spread spread = Spread.of(errors.stream().map(Math::abs).toList());
        return ReportClaim.of(
                name,
                claim,
                spread.median(),
                Relation.AT_MOST,
                MOST,
                text("%.0f%%", 100 * spread.median()),
                "Absolute errors of " + errors.size() + " predictions: "
                        + spread.text("median %.0f%%, from %.0f%% to %.0f%%", 100));
    }

    private Stream<PrefetchTrial> all() {
        return treatments.stream().flatMap(treatment -> results.of(treatment).stream());
    }

    private static boolean hasStages(PrefetchTrial trial) {
        return trial.stageSeconds() > 0;
    }

    private static boolean hasPrefetch(PrefetchTrial trial) {
        return trial.submission().expectedSeconds() > 0 && trial.submission().readySeconds() > 0;
    }

    /** Errors of the time until all that was asked for is in memory: at submission, and by each plan of which all came in time. */
    private static Stream<Double> prefetches(PrefetchTrial trial) {
        Stream<Double> atSubmission = hasPrefetch(trial) ? Stream.of(prefetch(trial)) : Stream.empty();
        Stream<Double> byPlans = trial.plans().stream()
                .map(PlannedStage::outcome)
                .filter(plan -> plan.taken() > 0 && plan.used() == plan.taken())
                .filter(plan -> plan.prefetchedSeconds() > 0 && plan.predictedPrefetchedSeconds() > 0)
                .map(plan -> plan.predictedPrefetchedSeconds() / plan.prefetchedSeconds() - 1);
        return Stream.concat(atSubmission, byPlans);
    }

    /** Above 0: the job was predicted to take longer than it did. */
    private static double job(PrefetchTrial trial) {
        return trial.predictedStageSeconds() / trial.stageSeconds() - 1;
    }

    private static double prefetch(PrefetchTrial trial) {
        return trial.submission().expectedSeconds() / trial.submission().readySeconds() - 1;
    }

    ReportTable table() {
        return ReportTable.of(
                        "Model against reality",
                        "Seconds, medians over the runs of cost with and without delay; an error is the median of"
                                + " the runs' own errors, not that of the medians beside it. Prefetch: from submission"
                                + " until all that was asked for then is in memory. Job: its stages that read input, as"
                                + " planned when they were submitted.",
                        targets)
                .column("job", PrefetchTarget::id)
                .column(
                        "prefetch predicted",
                        prefetched("%.2f", trial -> trial.submission().expectedSeconds()))
                .column(
                        "measured",
                        prefetched("%.2f", trial -> trial.submission().readySeconds()))
                .column("error", prefetched("%+.0f%%", trial -> 100 * prefetch(trial)))
                .column("job predicted", ofStages("%.2f", PrefetchTrial::predictedStageSeconds))
                .column("measured", ofStages("%.2f", PrefetchTrial::stageSeconds))
                .column("error", ofStages("%+.0f%%", trial -> 100 * job(trial)))
                .column("largest error", this::largest)
                .build();
    }

    private Function<PrefetchTarget, String> prefetched(String format, Function<PrefetchTrial, Double> value) {
        return median(PredictionErrors::hasPrefetch, format, value);
    }

    private Function<PrefetchTarget, String> ofStages(String format, Function<PrefetchTrial, Double> value) {
        return median(PredictionErrors::hasStages, format, value);
    }

    private Function<PrefetchTarget, String> median(
            Predicate<PrefetchTrial> which, String format, Function<PrefetchTrial, Double> value) {
        return target -> {
            List<Double> all = of(target).filter(which).map(value).toList();
            return all.isEmpty() ? "-" : text(format, Spread.of(all).median());
        };
    }

    private String largest(PrefetchTarget target) {
        return of(target)
                .filter(PredictionErrors::hasStages)
                .map(trial -> 100 * job(trial))
                .reduce((a, b) -> Math.abs(a) >= Math.abs(b) ? a : b)
                .map(error -> text("%+.0f%%", error))
                .orElse("-");
    }

    private Stream<PrefetchTrial> of(PrefetchTarget target) {
        return treatments.stream().flatMap(treatment -> results.of(treatment, target).stream());
    }
}

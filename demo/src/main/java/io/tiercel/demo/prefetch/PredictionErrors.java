package io.tiercel.demo.prefetch;

import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The model against reality: what was foretold of runs under plans by cost, and what was measured. The time of a job is here that
 * of its stages that read input, which are what is planned for.
 */
final class PredictionErrors {
    /** What the median may be. */
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

    List<ReportClaim> verdicts() {
        return List.of(
                verdict("Predicted job times are right within 20%, by the median", allJobs()),
                verdict(
                        "Predicted ends of prefetching are, too",
                        all().flatMap(PredictionErrors::prefetches).toList()));
    }

    private static ReportClaim verdict(String claim, List<Double> errors) {
        if (errors.isEmpty()) {
            return new ReportClaim(claim, "none", "Nothing was predicted that could be measured", false);
        }
        Spread spread = Spread.of(errors.stream().map(Math::abs).toList());
        return new ReportClaim(
                claim,
                text("%.0f%%", 100 * spread.median()),
                text(
                        "Absolute errors of %d predictions: median %.0f%%, from %.0f%% to %.0f%%",
                        errors.size(), 100 * spread.median(), 100 * spread.min(), 100 * spread.max()),
                spread.median() <= MOST);
    }

    private List<Double> allJobs() {
        return all().filter(PredictionErrors::hasStages)
                .map(PredictionErrors::job)
                .toList();
    }

    private Stream<PrefetchTrial> all() {
        return treatments.stream().flatMap(results::of);
    }

    private Stream<PrefetchTrial> of(PrefetchTarget target) {
        return treatments.stream().flatMap(treatment -> results.of(treatment, target));
    }

    private static boolean hasStages(PrefetchTrial trial) {
        return trial.stageSeconds() > 0;
    }

    /** Errors of the time until all that was asked for is in memory: at submission, and by each plan of which all came in time. */
    private static Stream<Double> prefetches(PrefetchTrial trial) {
        Stream<Double> atSubmission = hasPrefetch(trial) ? Stream.of(prefetch(trial)) : Stream.empty();
        Stream<Double> byPlans = trial.plans().stream()
                .filter(plan -> plan.taken() > 0 && plan.used() == plan.taken())
                .filter(plan -> plan.prefetchedSeconds() > 0 && plan.predictedPrefetchedSeconds() > 0)
                .map(plan -> plan.predictedPrefetchedSeconds() / plan.prefetchedSeconds() - 1);
        return Stream.concat(atSubmission, byPlans);
    }

    private static boolean hasPrefetch(PrefetchTrial trial) {
        return trial.submission().expectedSeconds() > 0 && trial.submission().readySeconds() > 0;
    }

    /** Above 0: it was predicted to take longer than it did. */
    private static double job(PrefetchTrial trial) {
        return trial.predictedStageSeconds() / trial.stageSeconds() - 1;
    }

    private static double prefetch(PrefetchTrial trial) {
        return trial.submission().expectedSeconds() / trial.submission().readySeconds() - 1;
    }

    ReportTable figures() {
        List<List<String>> rows = new ArrayList<>();
        for (PrefetchTarget target : targets) {
            rows.add(List.of(
                    target.id(),
                    median(
                            "%.2f",
                            stream(target).map(trial -> trial.submission().expectedSeconds())),
                    median(
                            "%.2f",
                            stream(target).map(trial -> trial.submission().readySeconds())),
                    median("%+.0f%%", stream(target).map(trial -> 100 * prefetch(trial))),
                    median(
                            "%.2f",
                            of(target).filter(PredictionErrors::hasStages).map(PrefetchTrial::predictedStageSeconds)),
                    median(
                            "%.2f",
                            of(target).filter(PredictionErrors::hasStages).map(PrefetchTrial::stageSeconds)),
                    median(
                            "%+.0f%%",
                            of(target).filter(PredictionErrors::hasStages).map(trial -> 100 * job(trial))),
                    largest(of(target).filter(PredictionErrors::hasStages).map(trial -> 100 * job(trial)))));
        }
        return new ReportTable(
                "Model against reality",
                "Seconds, medians over the runs of ours with and without delay. Prefetch: from submission until all that was asked"
                        + " for then is in memory. Job: its stages that read input, as planned when they were submitted.",
                List.of(
                        "job",
                        "prefetch predicted",
                        "measured",
                        "error",
                        "job predicted",
                        "measured",
                        "error",
                        "largest error"),
                rows);
    }

    private Stream<PrefetchTrial> stream(PrefetchTarget target) {
        return of(target).filter(PredictionErrors::hasPrefetch);
    }

    private static String median(String format, Stream<Double> values) {
        List<Double> all = values.toList();
        return all.isEmpty() ? "-" : text(format, Spread.of(all).median());
    }

    private static String largest(Stream<Double> errors) {
        OptionalDouble most =
                errors.mapToDouble(Double::doubleValue).reduce((a, b) -> Math.abs(a) >= Math.abs(b) ? a : b);
        return most.isPresent() ? text("%+.0f%%", most.getAsDouble()) : "-";
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}

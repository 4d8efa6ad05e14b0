package io.tiercel.demo.prefetch;

import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.demo.prefetch.ApplicationPlans.PlannedStage;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.Trials;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether holding first tasks back paid, and the plans' reasons where they did not do it (Trident, table 4). */
final class DelayResults {
    /** A smaller gain is noise. */
    private static final double LEAST_GAIN = 0.01;

    private static final String NAME = "delay-gains";
    private static final String CLAIM = "Mid-size classes gain from the delay";

    /** Explains why no class gains; the plans' decisions in each class stand before it. */
    private static final String WHY_NOT =
            "The input of a smaller class is in memory when the job begins. Waiting does not bring the rest of a"
                    + " larger one sooner: tasks together get as much of a device as a migration does, because an emulated"
                    + " device loses nothing between readers";

    private final TrialResults results;
    private final List<PrefetchTarget> targets;

    DelayResults(TrialResults results, RunProgramme programme) {
        this.results = results;
        this.targets = programme.targets().stream()
                .filter(target -> results.has(PrefetchTreatment.COST_DELAY, target))
                .toList();
    }

    boolean hasRuns() {
        return !results.of(PrefetchTreatment.COST_DELAY).all().isEmpty();
    }

    ReportClaim claim() {
        if (!hasRuns()) {
            return ReportClaim.notMeasured(NAME, CLAIM, Relation.ABOVE, 0, "No run could hold its first tasks back");
        }
        List<PrefetchTarget> middle =
                targets.stream().filter(PrefetchTarget::isMiddle).toList();
        double best = middle.stream()
                .filter(this::gains)
                .mapToDouble(this::gain)
                .max()
                .orElse(0);
        String each = middle.stream()
                .map(target -> text("%s %+.1f%%: %s", target.id(), 100 * gain(target), story(target)))
                .collect(Collectors.joining("; "));
        return ReportClaim.of(
                NAME,
                CLAIM,
                best,
                Relation.ABOVE,
                0,
                text("%.1f%%", 100 * best),
                best > 0 ? each : each + ". " + WHY_NOT);
    }

    /** Whether runs were held back, and faster by more than runs of the same differ; else the difference is chance. */
    private boolean gains(PrefetchTarget target) {
        return delays(target).getCount() > 0
                && gain(target) >= LEAST_GAIN
                && results.seconds(PrefetchTreatment.COST_DELAY, target).median()
                        < results.seconds(PrefetchTreatment.COST, target).min();
    }

    /** By what part of its time cost is faster with delays. */
    private double gain(PrefetchTarget target) {
        return 1 - results.ratio(PrefetchTreatment.COST_DELAY, target, PrefetchTreatment.COST);
    }

    private List<PlannedStage> plans(PrefetchTarget target) {
        return results.plans(PrefetchTreatment.COST_DELAY, target);
    }

    private DoubleSummaryStatistics delays(PrefetchTarget target) {
        return plans(target).stream()
                .mapToDouble(PlannedStage::delay)
                .filter(delay -> delay > 0)
                .summaryStatistics();
    }

    private String story(PrefetchTarget target) {
        List<PlannedStage> plans = plans(target);
        DoubleSummaryStatistics delays = delays(target);
        if (plans.isEmpty()) {
            return "no plan was made";
        }
        if (delays.getCount() > 0) {
            return text(
                    "%d of %d plans with a delay, %.2f s in the mean and %.2f s at most",
                    delays.getCount(), plans.size(), delays.getAverage(), delays.getMax());
        }
        return text("none of %d plans had a delay: %s", plans.size(), why(plans));
    }

    /** The commonest reasons for blocks that were left, and for the end of the search. */
    private static String why(List<PlannedStage> plans) {
        String left = commonest(plans, PlannedStage::left);
        String end = commonest(plans, PlannedStage::end);
        return left.isEmpty() ? end : "blocks left mostly because \"" + left + "\", " + end;
    }

    private static String commonest(List<PlannedStage> plans, Function<PlannedStage, String> what) {
        return Trials.commonest(plans.stream().map(what).filter(each -> !each.isEmpty()))
                .orElse("");
    }

    ReportTable table() {
        return ReportTable.of(
                        "Delays",
                        "Decisions of plans that may hold first tasks back, and the effect against cost without delays"
                                + " (Trident, table 4). Seconds.",
                        targets)
                .column("job", PrefetchTarget::id)
                .column("plans", target -> Integer.toString(plans(target).size()))
                .column("with delay", target -> Long.toString(delays(target).getCount()))
                .column("mean", target -> seconds(target, DoubleSummaryStatistics::getAverage))
                .column("longest", target -> seconds(target, DoubleSummaryStatistics::getMax))
                .column("faster by", target -> text("%+.1f%%", 100 * gain(target)))
                .column("why, mostly", target -> plans(target).isEmpty() ? "-" : why(plans(target)))
                .build();
    }

    private String seconds(PrefetchTarget target, Function<DoubleSummaryStatistics, Double> value) {
        DoubleSummaryStatistics delays = delays(target);
        return delays.getCount() == 0 ? "-" : text("%.2f", value.apply(delays));
    }
}

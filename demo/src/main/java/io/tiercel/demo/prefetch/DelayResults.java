package io.tiercel.demo.prefetch;

import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportTable;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether holding first tasks back was worth it, and if it was not done why not (Trident, table 4). */
final class DelayResults {
    /** Less is noise. */
    private static final double LEAST_GAIN = 0.01;

    private static final String CLAIM = "Mid-size classes gain from the delay";

    /** Where no class gains; what plans decided in each stands before it. */
    private static final String WHY_NOT =
            "What was asked for at submission is in memory already when a smaller class begins. Of larger ones"
                    + " the rest comes no sooner by waiting: tasks that read from a device get as much of it in all as a migration does, for an emulated"
                    + " device loses nothing between readers";

    private final TrialResults results;
    private final List<PrefetchTarget> targets;

    DelayResults(TrialResults results, RunProgramme programme) {
        this.results = results;
        this.targets = programme.targets().stream()
                .filter(target -> results.has(PrefetchTreatment.DELAYED, target))
                .toList();
    }

    ReportClaim verdict() {
        if (!any()) {
            return ReportClaim.notMeasured(CLAIM, "No run could hold its first tasks back");
        }
        List<PrefetchTarget> middle = targets.stream()
                .filter(target -> target.sizeClass().map(SizeClassJob::middle).orElse(false))
                .toList();
        double best = middle.stream()
                .filter(this::gains)
                .mapToDouble(this::gain)
                .max()
                .orElse(0);
        String each = middle.stream()
                .map(target -> text("%s %+.1f%%: %s", target.id(), 100 * gain(target), story(target)))
                .collect(Collectors.joining("; "));
        return new ReportClaim(CLAIM, text("%.1f%%", 100 * best), best > 0 ? each : each + ". " + WHY_NOT, best > 0);
    }

    /** Held back, and faster by more than runs of the same differ: what is not held back differs by chance. */
    private boolean gains(PrefetchTarget target) {
        return delays(target).getCount() > 0
                && gain(target) >= LEAST_GAIN
                && results.seconds(PrefetchTreatment.DELAYED, target).median()
                        < results.seconds(PrefetchTreatment.OURS, target).min();
    }

    boolean any() {
        return results.of(PrefetchTreatment.DELAYED).findAny().isPresent();
    }

    /** By what part of ours' time it is faster with delays. */
    private double gain(PrefetchTarget target) {
        return 1 - results.ratio(PrefetchTreatment.DELAYED, target, PrefetchTreatment.OURS);
    }

    private DoubleSummaryStatistics delays(PrefetchTarget target) {
        return results.plans(PrefetchTreatment.DELAYED, target).stream()
                .mapToDouble(PlannedStage::delay)
                .filter(delay -> delay > 0)
                .summaryStatistics();
    }

    /** One clause. */
    private String story(PrefetchTarget target) {
        List<PlannedStage> plans = results.plans(PrefetchTreatment.DELAYED, target);
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

    /** What the plans say of the blocks that they left, and of their search. */
    private static String why(List<PlannedStage> plans) {
        String left = commonest(plans, PlannedStage::left);
        String end = commonest(plans, PlannedStage::end);
        return left.isEmpty() ? end : "blocks left mostly because \"" + left + "\", " + end;
    }

    private static String commonest(List<PlannedStage> plans, Function<PlannedStage, String> what) {
        return plans.stream()
                .map(what)
                .filter(each -> !each.isEmpty())
                .collect(Collectors.groupingBy(each -> each, Collectors.counting()))
                .entrySet()
                .stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse("");
    }

    ReportTable figures() {
        List<List<String>> rows = new ArrayList<>();
        for (PrefetchTarget target : targets) {
            List<PlannedStage> plans = results.plans(PrefetchTreatment.DELAYED, target);
            DoubleSummaryStatistics delays = delays(target);
            rows.add(List.of(
                    target.id(),
                    Integer.toString(plans.size()),
                    Long.toString(delays.getCount()),
                    delays.getCount() == 0 ? "-" : text("%.2f", delays.getAverage()),
                    delays.getCount() == 0 ? "-" : text("%.2f", delays.getMax()),
                    text("%+.1f%%", 100 * gain(target)),
                    plans.isEmpty() ? "-" : why(plans)));
        }
        return new ReportTable(
                "Delays",
                "What plans that may hold first tasks back decided, and what came of it against ours without delays (Trident, table"
                        + " 4). Seconds.",
                List.of("job", "plans", "with delay", "mean", "longest", "faster by", "why, mostly"),
                rows);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}

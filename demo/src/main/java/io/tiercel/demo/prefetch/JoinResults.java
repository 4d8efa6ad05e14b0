package io.tiercel.demo.prefetch;

import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.Spread;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A join whose tables are planned for together, against the same planned stage by stage. */
final class JoinResults {
    /** Of the second table, what counts as all of it. */
    private static final double ALL = 0.99;

    private static final String CLAIM =
            "A join's second table is in memory before its scan, and the job ends sooner than with prefetching by stage";

    private final List<PrefetchTrial> trials;

    JoinResults(List<PrefetchTrial> trials) {
        this.trials = trials;
    }

    boolean any() {
        return !trials.isEmpty();
    }

    ReportClaim verdict() {
        if (!any()) {
            return ReportClaim.notMeasured(CLAIM, "No join was run with both ways of planning");
        }
        Spread together = seconds(JoinPlanning.TOGETHER);
        Spread byStage = seconds(JoinPlanning.STAGE_BY_STAGE);
        double before = before(JoinPlanning.TOGETHER).median();
        return new ReportClaim(
                CLAIM,
                text("%.0f%%, %.2f×", 100 * before, byStage.median() / together.median()),
                text(
                        "%.0f%% of its blocks, by stage %.0f%%; %.2f s (%.2f-%.2f) against %.2f s (%.2f-%.2f)",
                        100 * before,
                        100 * before(JoinPlanning.STAGE_BY_STAGE).median(),
                        together.median(),
                        together.min(),
                        together.max(),
                        byStage.median(),
                        byStage.min(),
                        byStage.max()),
                before >= ALL && together.median() < byStage.median());
    }

    private Spread seconds(JoinPlanning planning) {
        return spread(planning, PrefetchTrial::seconds);
    }

    private Spread before(JoinPlanning planning) {
        return spread(planning, JoinResults::beforeScan);
    }

    private Spread spread(JoinPlanning planning, ToDoubleFunction<PrefetchTrial> value) {
        return Spread.of(of(planning).map(value::applyAsDouble).toList());
    }

    private Stream<PrefetchTrial> of(JoinPlanning planning) {
        return trials.stream().filter(trial -> trial.treatment().equals(planning.id()));
    }

    /** Of the larger table, which is the second, the share that was in memory when its stage was planned for. */
    private static double beforeScan(PrefetchTrial trial) {
        return trial.plans().stream()
                .max(Comparator.comparingInt(PlannedStage::blocks))
                .map(plan -> (double) plan.inMemory() / plan.blocks())
                .orElse(0.0);
    }

    ReportTable figures() {
        return new ReportTable(
                "A join of two cold tables",
                "The second table is scanned when long computing on the first is over. Query: both scans are planned for before the"
                        + " first runs; stages: each when it is submitted. Nobody has told of the input before.",
                List.of("planned for", "runs", "seconds", "second table in memory before its scan", "read from memory"),
                Arrays.stream(JoinPlanning.values()).map(this::row).toList());
    }

    private List<String> row(JoinPlanning planning) {
        return List.of(
                planning.id(),
                Long.toString(of(planning).count()),
                seconds(planning).seconds(),
                text("%.0f%%", 100 * before(planning).median()),
                text("%.0f%%", 100 * spread(planning, PrefetchTrial::fromMemory).median()));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}

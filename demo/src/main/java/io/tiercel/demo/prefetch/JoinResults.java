package io.tiercel.demo.prefetch;

import static io.tiercel.demo.report.ReportText.percent;
import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.demo.prefetch.ApplicationPlans.PlannedStage;
import io.tiercel.demo.report.Identified;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.Trials;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A join whose tables are planned for together, against the same planned stage by stage. */
final class JoinResults {
    /** From this share on the second table counts as in memory. */
    private static final double ALL = 0.99;

    private static final String SECONDS = "%.2f s (%.2f-%.2f)";

    private final Trials<PrefetchTrial> trials;

    JoinResults(List<PrefetchTrial> trials) {
        this.trials = new Trials<>(trials);
    }

    boolean hasRuns() {
        return !trials.all().isEmpty();
    }

    List<ReportClaim> claims() {
        String tableClaim = "A join's second table is in memory before its scan";
        String timeClaim = "The join ends sooner than with prefetching by stage";
        if (!hasRuns()) {
            String why = "No join was run with both ways of planning";
            return List.of(
                    ReportClaim.notMeasured("join-table-in-memory", tableClaim, Relation.AT_LEAST, ALL, why),
                    ReportClaim.notMeasured("join-faster", timeClaim, Relation.ABOVE, 1, why));
        }
        double before = before(JoinPlanning.QUERY);
        Spread together = seconds(JoinPlanning.QUERY);
        Spread byStage = seconds(JoinPlanning.STAGES);
        double ratio = byStage.median() / together.median();
        return List.of(
                ReportClaim.of(
                        "join-table-in-memory",
                        tableClaim,
                        before,
                        Relation.AT_LEAST,
                        ALL,
                        percent(before),
                        percent(before) + " of its blocks, by stage " + percent(before(JoinPlanning.STAGES))),
                ReportClaim.of(
                        "join-faster",
                        timeClaim,
                        ratio,
                        Relation.ABOVE,
                        1,
                        text("%.2f×", ratio),
                        together.text(SECONDS, 1) + " against " + byStage.text(SECONDS, 1)));
    }

    private Spread seconds(JoinPlanning planning) {
        return of(planning).spread(PrefetchTrial::seconds);
    }

    private double before(JoinPlanning planning) {
        return of(planning).median(JoinResults::beforeScan);
    }

    private Trials<PrefetchTrial> of(JoinPlanning planning) {
        return trials.where(trial -> trial.treatment() == planning);
    }

    /** The share of the larger table, which is the second, that was in memory when its stage was planned for. */
    private static double beforeScan(PrefetchTrial trial) {
        return trial.plans().stream()
                .max(Comparator.comparingInt(PlannedStage::blocks))
                .map(plan -> (double) plan.inMemory() / plan.blocks())
                .orElse(0.0);
    }

    ReportTable table() {
        return ReportTable.of(
                        "A join of two cold tables",
                        "The second table is scanned when long computing on the first is over. Query: both scans are"
                                + " planned for before the first runs; stages: each when it is submitted. Nobody has told"
                                + " of the input before.",
                        Arrays.asList(JoinPlanning.values()))
                .column("planned for", JoinPlanning::id)
                .column("runs", planning -> Integer.toString(of(planning).all().size()))
                .column("seconds", planning -> seconds(planning).seconds())
                .column("second table in memory before its scan", planning -> percent(before(planning)))
                .column("read from memory", planning -> percent(of(planning).median(PrefetchTrial::fromMemory)))
                .build();
    }

    /** When the scans of a query are planned for: together, or stage by stage. Nothing is known of them before the query runs. */
    enum JoinPlanning implements Identified {
        QUERY,
        STAGES;

        /** Spark's keys; what was learnt is kept in {@code models}. */
        Map<String, String> keys(String models) {
            return Map.of(
                    "spark.tiercel.prefetch",
                    "cost",
                    "spark.tiercel.prefetch.models",
                    models,
                    "spark.tiercel.prefetch.queries",
                    Boolean.toString(this == QUERY));
        }
    }
}

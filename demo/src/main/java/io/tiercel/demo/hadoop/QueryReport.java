package io.tiercel.demo.hadoop;

import static io.tiercel.demo.report.ReportText.percent;
import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.Trials;
import java.util.Arrays;
import java.util.List;

/** The query's part of the scene's report. Times are compared within a round. */
final class QueryReport {
    /** Least speed of a hinted query that has waited, as a multiple of stock's. */
    private static final double FASTER = 1.3;

    /** A query without a wait counts as no slower from here on: runs of it differ by a few percent. */
    private static final double NO_SLOWER = 0.95;

    private final Trials<QueryTrial> trials;

    QueryReport(List<QueryTrial> trials) {
        this.trials = new Trials<>(trials);
    }

    List<ReportClaim> claims() {
        return List.of(
                claim(
                        "query-with-lead",
                        "A Hive query over cold partitions is at least 1.3 times as fast if its hook hints them while it waits in"
                                + " a queue",
                        QueryTreatment.HINTED_QUEUED,
                        QueryTreatment.STOCK_QUEUED,
                        FASTER),
                claim(
                        "query-without-lead",
                        "With the hook and without a wait the query is no slower",
                        QueryTreatment.HINTED,
                        QueryTreatment.STOCK,
                        NO_SLOWER));
    }

    private ReportClaim claim(String name, String claim, QueryTreatment hinted, QueryTreatment stock, double bound) {
        Spread speedup = speedup(hinted, stock);
        return ReportClaim.of(
                name,
                claim,
                speedup.median(),
                Relation.AT_LEAST,
                bound,
                text("%.2f×", speedup.median()),
                text(
                        "%s s against %s s; %s times as fast",
                        seconds(hinted).text("%.2f (%.2f to %.2f)", 1),
                        seconds(stock).text("%.2f (%.2f to %.2f)", 1),
                        speedup.text("%.2f (%.2f to %.2f)", 1)));
    }

    ReportTable table() {
        return ReportTable.of(
                        "A Hive query over cold partitions",
                        "Seconds without the wait in the queue: median, and range over the rounds. Bytes as the DataNodes"
                                + " count them; those from devices include what was brought into memory.",
                        Arrays.asList(QueryTreatment.values()))
                .column("treatment", QueryTreatment::id)
                .column("seconds", each -> seconds(each).seconds())
                .column("from memory", each -> percent(of(each).median(QueryTrial::fromMemory)))
                .column("from devices", each -> text("%.0f MiB", of(each).median(QueryTrial::deviceBytes) / (1 << 20)))
                .build();
    }

    /** The fingerprints of all runs, which must be one. */
    List<String> results() {
        return trials.stream().map(QueryTrial::sha256).toList();
    }

    private Trials<QueryTrial> of(QueryTreatment treatment) {
        return trials.where(trial -> trial.treatment() == treatment);
    }

    private Spread seconds(QueryTreatment treatment) {
        return of(treatment).spread(QueryTrial::seconds);
    }

    private Spread speedup(QueryTreatment hinted, QueryTreatment stock) {
        return of(hinted)
                .spread(trial -> of(stock)
                                .where(other -> other.round() == trial.round())
                                .all()
                                .get(0)
                                .seconds()
                        / trial.seconds());
    }
}

package io.tiercel.spark.ui.page;

import static io.tiercel.spark.ui.html.NumberFormats.count;
import static io.tiercel.spark.ui.html.NumberFormats.seconds;
import static io.tiercel.spark.ui.html.NumberFormats.share;
import static io.tiercel.spark.ui.html.NumberFormats.some;
import static io.tiercel.spark.ui.html.NumberFormats.time;

import io.tiercel.model.ByteSize;
import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.ui.html.HtmlColumn;
import io.tiercel.spark.ui.html.HtmlTable;
import io.tiercel.spark.ui.html.HtmlWriter;
import io.tiercel.spark.ui.html.PageParameters;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tab's first page: a summary of the application, its jobs, stages and queries.
 *
 * @param stages the stages that are kept, in no order
 * @param queries the queries' plans, in no order
 * @param changes of the coordinator, the latest last
 */
public record OverviewPage(
        List<StageRow> stages, List<QueryRow> queries, List<CoordinatorChanged> changes, PageLinks links, ZoneId zone) {
    private static final int MOST_CHANGES = 20;

    public void draw(HtmlWriter html, PageParameters query) {
        summary(html);
        html.leaf("h4", "Tasks by tier over time");
        TierChart.draw(html, "tiercel-tiers", steps(true), steps(false));
        if (!stages.isEmpty()) {
            List<JobRow> jobs = JobRow.of(stages);
            html.leaf("h4", "Jobs (" + count(jobs.size()) + ")");
            jobs().draw(html, jobs, query);
            html.leaf("h4", "Stages (" + count(stages.size()) + ")");
            stageTable().draw(html, stages, query);
        }
        if (!queries.isEmpty()) {
            html.leaf("h4", "Queries (" + count(queries.size()) + ")");
            html.leaf(
                    "p",
                    "Tiercel plans the scans of a query together, before its first stage runs. Their blocks count "
                            + "here, not with jobs and stages.",
                    "class",
                    "text-muted");
            queryTable().draw(html, queries, query);
        }
        coordinator(html);
    }

    private TimeSeries steps(boolean happened) {
        return MergedTimeSeries.of(stages.stream()
                .map(stage ->
                        happened ? stage.reads().happened() : stage.reads().possible())
                .toList());
    }

    private void summary(HtmlWriter html) {
        PrefetchTotals totals = Stream.concat(
                        stages.stream().map(StageRow::totals), queries.stream().map(QueryRow::totals))
                .reduce(PrefetchTotals.NONE, PrefetchTotals::plus);
        long launched =
                stages.stream().mapToLong(stage -> stage.reads().launched()).sum();
        long best = stages.stream().mapToLong(stage -> stage.reads().bestHits()).sum();
        String policies = stages.stream()
                .map(stage -> stage.reads().policy())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        html.open("ul", "class", "list-unstyled");
        if (!policies.isEmpty()) {
            item(html, "Policy", policies);
            item(
                    html,
                    "Task attempts",
                    count(launched) + " launched over files, " + count(best) + " (" + share(best, launched)
                            + ") at their best place");
        }
        item(html, "Prefetching", prefetching(totals));
        item(html, "Coordinator", state());
        html.close();
    }

    private static void item(HtmlWriter html, String name, String text) {
        html.open("li").leaf("strong", name + ": ").text(text).close();
    }

    private static String prefetching(PrefetchTotals totals) {
        if (totals.taken() == 0) {
            return "nothing was prefetched";
        }
        return some(totals.taken(), "block") + " (" + ByteSize.text(totals.bytes()) + "): "
                + count(totals.used()) + " (" + share(totals.used(), totals.taken())
                + ") read from memory, " + count(totals.late()) + " late, "
                + count(totals.unread())
                + " not read; expected to save " + seconds(totals.predictedGainSeconds()) + ", saved "
                + seconds(totals.gainSeconds()) + " against the same expectation";
    }

    private String state() {
        if (changes.isEmpty()) {
            return "none in use";
        }
        CoordinatorChanged last = changes.get(changes.size() - 1);
        return last.address() + ", " + (last.reached() ? "connected" : "absent") + " since "
                + time(last.timeMillis(), zone) + (last.why().isEmpty() ? "" : ": " + last.why());
    }

    private void coordinator(HtmlWriter html) {
        if (changes.size() > 1) {
            html.leaf("h4", "Coordinator");
            HtmlTable<CoordinatorChanged> table = new HtmlTable<>(
                    "coordinator",
                    List.of(
                            HtmlColumn.number(
                                    "Time",
                                    "",
                                    CoordinatorChanged::timeMillis,
                                    change -> time(change.timeMillis(), zone)),
                            HtmlColumn.text("Address", "", CoordinatorChanged::address),
                            HtmlColumn.text("State", "", change -> change.reached() ? "connected" : "absent"),
                            HtmlColumn.text("Why", "", CoordinatorChanged::why)),
                    "Time",
                    true);
            table.draw(
                    html,
                    changes.subList(Math.max(0, changes.size() - MOST_CHANGES), changes.size()),
                    PageParameters.none());
        }
    }

    private HtmlTable<JobRow> jobs() {
        return new HtmlTable<>(
                "jobs",
                List.of(
                        HtmlColumn.<JobRow>number("Job", "Spark's id of the job", JobRow::job, row -> "")
                                .showing((html, row) -> {
                                    if (row.job() < 0) {
                                        html.text("unknown");
                                    } else {
                                        html.leaf("a", Integer.toString(row.job()), "href", links.sparkJob(row.job()));
                                    }
                                }),
                        HtmlColumn.number(
                                "Stages", "Stages that read files", JobRow::stages, row -> count(row.stages())),
                        HtmlColumn.number(
                                "Tasks", "Task attempts launched", JobRow::launched, row -> count(row.launched())),
                        HtmlColumn.number(
                                "At best",
                                "Task attempts that read at their best possible place",
                                JobRow::bestHits,
                                row -> share(row.bestHits(), row.launched())),
                        HtmlColumn.drawn(
                                "Reads", "Where tasks read", (html, row) -> TierChart.bar(html, row.happened())),
                        PrefetchColumns.taken(JobRow::prefetch),
                        PrefetchColumns.used(JobRow::prefetch),
                        PrefetchColumns.late(JobRow::prefetch),
                        PrefetchColumns.unread(JobRow::prefetch),
                        PrefetchColumns.bytes(JobRow::prefetch),
                        PrefetchColumns.predicted(JobRow::prefetch),
                        PrefetchColumns.gain(JobRow::prefetch)),
                "Job",
                true);
    }

    private HtmlTable<StageRow> stageTable() {
        return new HtmlTable<>(
                "stages",
                List.of(
                        HtmlColumn.<StageRow>number(
                                        "Stage",
                                        "Spark's id of the stage",
                                        row -> row.reads().stage(),
                                        row -> "")
                                .showing((html, row) -> html.leaf(
                                        "a",
                                        name(row),
                                        "href",
                                        links.stage(
                                                row.reads().stage(), row.reads().attempt()))),
                        HtmlColumn.text("Description", "", row -> row.reads().name()),
                        HtmlColumn.text("State", "", row -> row.reads().over() ? "over" : "running"),
                        HtmlColumn.number(
                                "Tasks",
                                "Task attempts launched, and tasks",
                                row -> row.reads().launched(),
                                row -> count(row.reads().launched()) + "/"
                                        + count(row.reads().tasks())),
                        HtmlColumn.number(
                                "At best",
                                "Task attempts that read at their best possible place",
                                row -> Math.round(1000.0
                                        * row.reads().bestHits()
                                        / Math.max(1, row.reads().launched())),
                                row -> share(row.reads().bestHits(), row.reads().launched())),
                        HtmlColumn.drawn(
                                "Reads",
                                "Where tasks read",
                                (html, row) -> TierChart.bar(html, row.reads().happened())),
                        PrefetchColumns.taken(StageRow::totals),
                        PrefetchColumns.used(StageRow::totals),
                        PrefetchColumns.late(StageRow::totals),
                        PrefetchColumns.unread(StageRow::totals),
                        PrefetchColumns.predicted(StageRow::totals),
                        PrefetchColumns.gain(StageRow::totals)),
                "Stage",
                true);
    }

    private HtmlTable<QueryRow> queryTable() {
        return new HtmlTable<>(
                "queries",
                List.of(
                        HtmlColumn.<QueryRow>number(
                                        "Query", "Spark's id of the query's execution", QueryRow::query, row -> "")
                                .showing((html, row) ->
                                        html.leaf("a", row.name(), "href", links.stage(row.stage(), row.attempt()))),
                        HtmlColumn.number(
                                "Planned", "", QueryRow::submittedMillis, row -> time(row.submittedMillis(), zone)),
                        HtmlColumn.text("Plan", "", QueryRow::verdict),
                        PrefetchColumns.taken(QueryRow::totals),
                        PrefetchColumns.used(QueryRow::totals),
                        PrefetchColumns.late(QueryRow::totals),
                        PrefetchColumns.unread(QueryRow::totals),
                        PrefetchColumns.bytes(QueryRow::totals)),
                "Planned",
                true);
    }

    private static String name(StageRow row) {
        return row.reads().stage()
                + (row.reads().attempt() == 0 ? "" : "." + row.reads().attempt());
    }
}

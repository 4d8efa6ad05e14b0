package io.tiercel.spark.ui;

import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.Steps;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tab's first page: the application at a glance, its jobs and its stages.
 *
 * @param stages those that are kept, in no order
 * @param queries for which there were plans, in no order
 * @param changes of the coordinator, the last last
 */
record OverviewPage(
        List<StageRow> stages, List<QueryRow> queries, List<CoordinatorChanged> changes, Links links, ZoneId zone) {
    private static final int MOST_CHANGES = 20;

    void draw(Html html, Query query) {
        summary(html);
        html.leaf("h4", "Tasks by tier over time");
        TierChart.draw(html, "tiercel-tiers", steps(true), steps(false));
        if (!stages.isEmpty()) {
            List<JobRow> jobs = JobRow.of(stages);
            html.leaf("h4", "Jobs (" + Texts.count(jobs.size()) + ")");
            jobs().draw(html, jobs, query);
            html.leaf("h4", "Stages (" + Texts.count(stages.size()) + ")");
            stageTable().draw(html, stages, query);
        }
        if (!queries.isEmpty()) {
            html.leaf("h4", "Queries (" + Texts.count(queries.size()) + ")");
            html.leaf(
                    "p",
                    "Planned for before their first stage ran, all scans together. What was prefetched for them is "
                            + "counted here, not for their jobs and stages.",
                    "class",
                    "text-muted");
            queryTable().draw(html, queries, query);
        }
        coordinator(html);
    }

    private Steps steps(boolean happened) {
        return Merged.of(stages.stream()
                .map(stage ->
                        happened ? stage.reads().happened() : stage.reads().possible())
                .toList());
    }

    private void summary(Html html) {
        Totals totals = Stream.concat(
                        stages.stream().map(StageRow::totals), queries.stream().map(QueryRow::totals))
                .reduce(Totals.NONE, Totals::and);
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
                    Texts.count(launched) + " launched over files, " + Texts.count(best) + " ("
                            + Texts.share(best, launched) + ") at their best place");
        }
        item(html, "Prefetching", prefetching(totals));
        item(html, "Coordinator", state());
        html.close();
    }

    private static void item(Html html, String name, String text) {
        html.open("li").leaf("strong", name + ": ").text(text).close();
    }

    private static String prefetching(Totals totals) {
        if (totals.taken() == 0) {
            return "nothing was prefetched";
        }
        return Texts.some(totals.taken(), "block") + " (" + Texts.bytes(totals.bytes()) + "): "
                + Texts.count(totals.used()) + " (" + Texts.share(totals.used(), totals.taken())
                + ") read from memory, " + Texts.count(totals.late()) + " late, " + Texts.count(totals.unread())
                + " not read; expected to save " + Texts.duration(totals.predictedGainMillis()) + ", saved "
                + Texts.duration(totals.gainMillis()) + " against the same expectation";
    }

    private String state() {
        if (changes.isEmpty()) {
            return "none in use";
        }
        CoordinatorChanged last = changes.get(changes.size() - 1);
        return last.address() + ", " + (last.reached() ? "connected" : "absent") + " since "
                + Texts.time(last.timeMillis(), zone) + (last.why().isEmpty() ? "" : ": " + last.why());
    }

    private void coordinator(Html html) {
        if (changes.size() > 1) {
            html.leaf("h4", "Coordinator");
            Table<CoordinatorChanged> table = new Table<>(
                    "coordinator",
                    List.of(
                            Column.number(
                                    "Time",
                                    "",
                                    CoordinatorChanged::timeMillis,
                                    change -> Texts.time(change.timeMillis(), zone)),
                            Column.text("Address", "", CoordinatorChanged::address),
                            Column.text("State", "", change -> change.reached() ? "connected" : "absent"),
                            Column.text("Why", "", CoordinatorChanged::why)),
                    "Time",
                    true);
            table.draw(html, changes.subList(Math.max(0, changes.size() - MOST_CHANGES), changes.size()), Query.none());
        }
    }

    private Table<JobRow> jobs() {
        return new Table<>(
                "jobs",
                List.of(
                        Column.<JobRow>number("Job", "Spark's id of the job", JobRow::job, row -> "")
                                .showing((html, row) -> {
                                    if (row.job() < 0) {
                                        html.text("unknown");
                                    } else {
                                        html.leaf("a", Integer.toString(row.job()), "href", links.sparkJob(row.job()));
                                    }
                                }),
                        Column.number(
                                "Stages", "Stages that read files", JobRow::stages, row -> Texts.count(row.stages())),
                        Column.number(
                                "Tasks",
                                "Task attempts launched",
                                JobRow::launched,
                                row -> Texts.count(row.launched())),
                        Column.number(
                                "At best",
                                "Task attempts that read at their best possible place",
                                JobRow::bestHits,
                                row -> Texts.share(row.bestHits(), row.launched())),
                        Column.drawn("Reads", "Where tasks read", (html, row) -> TierChart.bar(html, row.happened())),
                        TotalsColumns.taken(JobRow::prefetch),
                        TotalsColumns.used(JobRow::prefetch),
                        TotalsColumns.late(JobRow::prefetch),
                        TotalsColumns.unread(JobRow::prefetch),
                        TotalsColumns.bytes(JobRow::prefetch),
                        TotalsColumns.predicted(JobRow::prefetch),
                        TotalsColumns.gain(JobRow::prefetch)),
                "Job",
                true);
    }

    private Table<StageRow> stageTable() {
        return new Table<>(
                "stages",
                List.of(
                        Column.<StageRow>number(
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
                        Column.text("Description", "", row -> row.reads().name()),
                        Column.text("State", "", row -> row.reads().over() ? "over" : "running"),
                        Column.number(
                                "Tasks",
                                "Task attempts launched, and tasks",
                                row -> row.reads().launched(),
                                row -> Texts.count(row.reads().launched()) + "/"
                                        + Texts.count(row.reads().tasks())),
                        Column.number(
                                "At best",
                                "Task attempts that read at their best possible place",
                                row -> Math.round(1000.0
                                        * row.reads().bestHits()
                                        / Math.max(1, row.reads().launched())),
                                row -> Texts.share(
                                        row.reads().bestHits(), row.reads().launched())),
                        Column.drawn(
                                "Reads",
                                "Where tasks read",
                                (html, row) -> TierChart.bar(html, row.reads().happened())),
                        TotalsColumns.taken(StageRow::totals),
                        TotalsColumns.used(StageRow::totals),
                        TotalsColumns.late(StageRow::totals),
                        TotalsColumns.unread(StageRow::totals),
                        TotalsColumns.predicted(StageRow::totals),
                        TotalsColumns.gain(StageRow::totals)),
                "Stage",
                true);
    }

    private Table<QueryRow> queryTable() {
        return new Table<>(
                "queries",
                List.of(
                        Column.<QueryRow>number(
                                        "Query", "Spark's id of the query's execution", QueryRow::query, row -> "")
                                .showing((html, row) ->
                                        html.leaf("a", row.name(), "href", links.stage(row.stage(), row.attempt()))),
                        Column.number(
                                "Planned",
                                "",
                                QueryRow::submittedMillis,
                                row -> Texts.time(row.submittedMillis(), zone)),
                        Column.text("Plan", "", QueryRow::verdict),
                        TotalsColumns.taken(QueryRow::totals),
                        TotalsColumns.used(QueryRow::totals),
                        TotalsColumns.late(QueryRow::totals),
                        TotalsColumns.unread(QueryRow::totals),
                        TotalsColumns.bytes(QueryRow::totals)),
                "Planned",
                true);
    }

    private static String name(StageRow row) {
        return row.reads().stage()
                + (row.reads().attempt() == 0 ? "" : "." + row.reads().attempt());
    }
}

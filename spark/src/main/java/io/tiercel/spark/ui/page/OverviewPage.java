package io.tiercel.spark.ui.page;

import static io.tiercel.spark.ui.html.NumberFormats.count;
import static io.tiercel.spark.ui.html.NumberFormats.seconds;
import static io.tiercel.spark.ui.html.NumberFormats.share;
import static io.tiercel.spark.ui.html.NumberFormats.some;
import static io.tiercel.spark.ui.html.NumberFormats.time;

import io.tiercel.model.ByteSize;
import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.record.StageSummary;
import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.StageReads;
import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.ui.html.HtmlTable;
import io.tiercel.spark.ui.html.HtmlWriter;
import io.tiercel.spark.ui.html.NumberFormats;
import io.tiercel.spark.ui.html.PageParameters;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
    private static final String AT_BEST = "Task attempts that read at their best possible place";
    private static final String READS = "Where tasks read";

    /** A column about prefetching. */
    private record Measure(String name, String hint, ToLongFunction<PrefetchTotals> value, LongFunction<String> text) {
        static Measure blocks(String name, String hint, ToLongFunction<PrefetchTotals> value) {
            return new Measure(name, hint, value, NumberFormats::count);
        }
    }

    private static final List<Measure> BLOCKS = List.of(
            Measure.blocks(
                    "Prefetched", "Blocks that were asked for before their tasks started", PrefetchTotals::taken),
            Measure.blocks("In time", "Of these, in memory when their first task started", PrefetchTotals::used),
            Measure.blocks("Late", "Of these, not yet in memory when their first task started", PrefetchTotals::late),
            Measure.blocks(
                    "Not read", "Of these, read by no task: wasted, if the stage is over", PrefetchTotals::unread));
    private static final List<Measure> BYTES =
            List.of(new Measure("Bytes", "Of the blocks that were asked for", PrefetchTotals::bytes, ByteSize::text));
    private static final List<Measure> GAINS = List.of(
            new Measure(
                    "Expected gain",
                    "By how much the plan was expected to shorten the stage",
                    totals -> Math.round(1000 * totals.predictedGainSeconds()),
                    NumberFormats::duration),
            new Measure(
                    "Gain",
                    "By how much the stage ended sooner than it was expected to without prefetching",
                    totals -> Math.round(1000 * totals.gainSeconds()),
                    NumberFormats::duration));

    /**
     * A stage attempt.
     *
     * @param job the first job that it belongs to; -1 if unknown
     * @param prefetch the outcome of its plan; null if nothing was planned
     */
    public record StageRow(StageReads reads, int job, @Nullable PrefetchTotals prefetch) {
        public StageSummary summary() {
            return reads.summary();
        }

        StageSummary.Reads counts() {
            return summary().reads();
        }

        PrefetchTotals totals() {
            return prefetch == null ? PrefetchTotals.NONE : prefetch;
        }
    }

    /**
     * A plan for a scan of a query, made before the query's stages ran, with its outcome.
     *
     * @param stage the stage id that stands for the query
     * @param attempt the number of the plan among the query's plans, from 0
     * @param submittedMillis when the query began, since the epoch
     * @param verdict the plan in words
     */
    public record QueryRow(int stage, int attempt, long submittedMillis, String verdict, PrefetchTotals totals) {
        /** Spark's id of the query's execution. */
        public int query() {
            return PrefetchPlanned.query(stage);
        }

        String name() {
            return "query " + query() + (attempt == 0 ? "" : ", plan " + (attempt + 1));
        }
    }

    /** The sum of a job's stages. */
    private record JobRow(
            int job, int stages, long launched, long bestHits, TimeSeries happened, PrefetchTotals prefetch) {
        static JobRow of(int job, List<StageRow> stages) {
            return new JobRow(
                    job,
                    stages.size(),
                    stages.stream()
                            .mapToLong(stage -> stage.counts().launched())
                            .sum(),
                    stages.stream()
                            .mapToLong(stage -> stage.counts().bestHits())
                            .sum(),
                    TierChart.sum(stages.stream()
                            .map(stage -> stage.reads().happened())
                            .toList()),
                    stages.stream().map(StageRow::totals).reduce(PrefetchTotals.NONE, PrefetchTotals::plus));
        }
    }

    public void draw(HtmlWriter html, PageParameters query) {
        summary(html);
        html.leaf("h4", "Tasks by tier over time");
        TierChart.draw(html, "tiercel-tiers", steps(true), steps(false));
        if (!stages.isEmpty()) {
            List<JobRow> jobs = new ArrayList<>();
            stages.stream()
                    .collect(Collectors.groupingBy(StageRow::job, TreeMap::new, Collectors.toList()))
                    .forEach((job, own) -> jobs.add(JobRow.of(job, own)));
            html.leaf("h4", "Jobs (" + count(jobs.size()) + ")");
            jobTable().draw(html, jobs, query);
            html.leaf("h4", "Stages (" + count(stages.size()) + ")");
            stageTable().draw(html, stages, query);
        }
        if (!queries.isEmpty()) {
            html.leaf("h4", "Queries (" + count(queries.size()) + ")");
            html.leaf(
                    "p class='text-muted'",
                    "Tiercel plans the scans of a query together, before its first stage runs. Their blocks count "
                            + "here, not with jobs and stages.");
            queryTable().draw(html, queries, query);
        }
        coordinator(html);
    }

    private TimeSeries steps(boolean happened) {
        return TierChart.sum(stages.stream()
                .map(stage ->
                        happened ? stage.reads().happened() : stage.reads().possible())
                .toList());
    }

    private void summary(HtmlWriter html) {
        PrefetchTotals totals = Stream.concat(
                        stages.stream().map(StageRow::totals), queries.stream().map(QueryRow::totals))
                .reduce(PrefetchTotals.NONE, PrefetchTotals::plus);
        long launched =
                stages.stream().mapToLong(stage -> stage.counts().launched()).sum();
        long best =
                stages.stream().mapToLong(stage -> stage.counts().bestHits()).sum();
        String policies = stages.stream()
                .map(stage -> stage.summary().policy())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        html.open("ul class='list-unstyled'");
        if (!policies.isEmpty()) {
            html.item("Policy", policies);
            html.item(
                    "Task attempts",
                    count(launched) + " launched over files, " + count(best) + " (" + share(best, launched)
                            + ") at their best place");
        }
        html.item("Prefetching", prefetching(totals));
        html.item("Coordinator", state());
        html.close();
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
            List<CoordinatorChanged> last = changes.subList(Math.max(0, changes.size() - MOST_CHANGES), changes.size());
            new HtmlTable<CoordinatorChanged>("coordinator", "Time", true)
                    .number("Time", "", CoordinatorChanged::timeMillis, change -> time(change.timeMillis(), zone))
                    .text("Address", "", CoordinatorChanged::address)
                    .text("State", "", change -> change.reached() ? "connected" : "absent")
                    .text("Why", "", CoordinatorChanged::why)
                    .draw(html, last, PageParameters.none());
        }
    }

    private HtmlTable<JobRow> jobTable() {
        HtmlTable<JobRow> table = new HtmlTable<JobRow>("jobs", "Job", true)
                .column("Job", "Spark's id of the job", Comparator.comparingInt(JobRow::job), true, (html, row) -> {
                    if (row.job() < 0) {
                        html.text("unknown");
                    } else {
                        html.leaf("a href='%s'", Integer.toString(row.job()), links.sparkJob(row.job()));
                    }
                })
                .count("Stages", "Stages that read files", JobRow::stages)
                .count("Tasks", "Task attempts launched", JobRow::launched)
                .number("At best", AT_BEST, JobRow::bestHits, row -> share(row.bestHits(), row.launched()))
                .column("Reads", READS, null, false, (html, row) -> TierChart.bar(html, row.happened()));
        measured(table, JobRow::prefetch, BLOCKS);
        measured(table, JobRow::prefetch, BYTES);
        return measured(table, JobRow::prefetch, GAINS);
    }

    private HtmlTable<StageRow> stageTable() {
        Comparator<StageRow> byId = Comparator.comparingInt(row -> row.summary().stage());
        HtmlTable<StageRow> table = new HtmlTable<StageRow>("stages", "Stage", true)
                .column("Stage", "Spark's id of the stage", byId, true, (html, row) -> {
                    int attempt = row.summary().attempt();
                    String name = row.summary().stage() + (attempt == 0 ? "" : "." + attempt);
                    html.leaf("a href='%s'", name, links.stage(row.summary().stage(), attempt));
                })
                .text("Description", "", row -> row.summary().name())
                .text("State", "", row -> row.reads().over() ? "over" : "running")
                .number(
                        "Tasks",
                        "Task attempts launched, and tasks",
                        row -> row.counts().launched(),
                        row -> count(row.counts().launched()) + "/"
                                + count(row.summary().tasks()))
                .number(
                        "At best",
                        AT_BEST,
                        row -> Math.round(1000.0
                                * row.counts().bestHits()
                                / Math.max(1, row.counts().launched())),
                        row -> share(row.counts().bestHits(), row.counts().launched()))
                .column(
                        "Reads",
                        READS,
                        null,
                        false,
                        (html, row) -> TierChart.bar(html, row.reads().happened()));
        measured(table, StageRow::totals, BLOCKS);
        return measured(table, StageRow::totals, GAINS);
    }

    private HtmlTable<QueryRow> queryTable() {
        HtmlTable<QueryRow> table = new HtmlTable<QueryRow>("queries", "Planned", true)
                .column(
                        "Query",
                        "Spark's id of the query's execution",
                        Comparator.comparingInt(QueryRow::query),
                        true,
                        (html, row) -> html.leaf("a href='%s'", row.name(), links.stage(row.stage(), row.attempt())))
                .number("Planned", "", QueryRow::submittedMillis, row -> time(row.submittedMillis(), zone))
                .text("Plan", "", QueryRow::verdict);
        measured(table, QueryRow::totals, BLOCKS);
        return measured(table, QueryRow::totals, BYTES);
    }

    /** Adds columns that are empty where nothing was prefetched. */
    private static <T> HtmlTable<T> measured(
            HtmlTable<T> table, Function<T, PrefetchTotals> of, List<Measure> measures) {
        for (Measure each : measures) {
            table.number(each.name(), each.hint(), row -> each.value().applyAsLong(of.apply(row)), row -> {
                PrefetchTotals totals = of.apply(row);
                return totals.taken() == 0 ? "" : each.text().apply(each.value().applyAsLong(totals));
            });
        }
        return table;
    }
}

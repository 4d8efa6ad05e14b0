package io.tiercel.spark.ui.page;

import static io.tiercel.spark.ui.html.NumberFormats.at;
import static io.tiercel.spark.ui.html.NumberFormats.count;
import static io.tiercel.spark.ui.html.NumberFormats.duration;
import static io.tiercel.spark.ui.html.NumberFormats.share;
import static io.tiercel.spark.ui.html.NumberFormats.some;
import static io.tiercel.spark.ui.html.NumberFormats.time;

import io.tiercel.model.ByteSize;
import io.tiercel.record.StageSummary;
import io.tiercel.spark.event.DeviceReads;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.PrefetchPlanned.Reason;
import io.tiercel.spark.event.StageReads;
import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.ui.html.HtmlTable;
import io.tiercel.spark.ui.html.HtmlWriter;
import io.tiercel.spark.ui.html.PageParameters;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page of a stage attempt: where its tasks read, the plan of these reads and what became of it, and the plan of prefetches with reasons and outcome.
 *
 * @param reads null if no task was launched
 * @param devices null unless its reads were planned together
 * @param plan null if there is none
 * @param outcomes null if there is none yet
 */
public record StagePage(
        @Nullable StageReads reads,
        @Nullable DeviceReads devices,
        @Nullable PrefetchPlanned plan,
        @Nullable PrefetchOutcomes outcomes,
        PageLinks links,
        ZoneId zone) {
    private static final String CHOICE = "blocks.choice";
    private static final String NO_PLAN =
            "No plan was made for this stage: spark.tiercel.prefetch is none, there is no "
                    + "coordinator, or its input is in no blocks that agents could bring into memory.";
    private static final Comparator<BlockRow> DECISIONS = Comparator.comparing(
                    (BlockRow row) -> !row.plan().taken())
            .thenComparing(row -> row.plan().choice())
            .thenComparingLong(row -> row.plan().neededMillis());

    public void draw(HtmlWriter html, PageParameters query) {
        html.open("p")
                .leaf("a href='%s'", "\u2190 all stages", links.overview())
                .close();
        if (reads == null && devices == null && plan == null) {
            html.leaf("p", "Tiercel knows nothing about this stage: it reads no files, or it ran too long ago.");
            return;
        }
        if (reads != null) {
            tasks(html, reads);
        } else if (plan != null && PrefetchPlanned.isQuery(plan.stage())) {
            int id = PrefetchPlanned.query(plan.stage());
            html.open("p").text("For all scans of ").leaf("a href='%s'", "query " + id, links.sparkQuery(id));
            html.text(", before its first stage ran.").close();
        }
        if (devices != null) {
            PlanSection.draw(html, devices, query);
        }
        if (plan != null) {
            plan(html, plan, query);
        } else {
            html.leaf("h4", "Prefetching");
            html.leaf("p class='text-muted'", NO_PLAN);
        }
    }

    private void tasks(HtmlWriter html, StageReads reads) {
        StageSummary stage = reads.summary();
        StageSummary.Reads counts = stage.reads();
        html.open("ul class='list-unstyled'");
        html.open("li").leaf("strong", "Stage: ").text(stage.name() + " (");
        html.leaf("a href='%s'", "tasks", links.sparkStage(stage.stage(), stage.attempt()));
        html.text(")").close();
        html.item("Policy", stage.policy());
        html.item(
                "Task attempts",
                count(counts.launched()) + " launched of " + some(stage.tasks(), "task")
                        + ", "
                        + count(counts.bestHits()) + " ("
                        + share(counts.bestHits(), counts.launched())
                        + ") at their best place" + (reads.over() ? "" : "; running"));
        if (reads.over()) {
            html.item("Scheduling", stage.scheduling().text());
        }
        html.close();
        html.leaf("h4", "Tasks by tier over time");
        TierChart.draw(html, "tiercel-tiers", reads.happened(), reads.possible());
    }

    private void plan(HtmlWriter html, PrefetchPlanned plan, PageParameters query) {
        html.leaf("h4", "Prefetching");
        html.open("ul class='list-unstyled'");
        html.item("Plan", PlanDescription.verdict(plan));
        html.item("Submitted", time(plan.submittedMillis(), zone));
        if (plan.reasons().isEmpty()) {
            html.close();
            return;
        }
        html.item("Made", PlanDescription.making(plan));
        html.item("Cluster then", PlanDescription.cluster(plan.cluster()));
        if (outcomes != null && outcomes.outcome().taken() > 0) {
            html.item(outcomes.over() ? "Outcome" : "So far", PlanDescription.result(outcomes));
        }
        html.close();
        ArrivalChart.draw(html, plan.expected(), outcomes == null ? TimeSeries.NONE : outcomes.happened());
        html.leaf("h4", "Why");
        reasons(query).draw(html, plan.reasons(), query);
        blocks(html, plan, query);
    }

    private static HtmlTable<Reason> reasons(PageParameters query) {
        return new HtmlTable<Reason>("reasons", "Blocks", true)
                .column(
                        "Reason",
                        "Why blocks are prefetched or not; leads to the blocks",
                        Comparator.comparing(Reason::text),
                        false,
                        (html, reason) -> html.leaf(
                                "a href='%s'",
                                reason.text(),
                                query.with(CHOICE, reason.choice())
                                        .without("blocks.page")
                                        .link("blocks")))
                .text("Prefetched", "", reason -> reason.taken() ? "yes" : "no")
                .count("Blocks", "", Reason::blocks)
                .number("Bytes", "", Reason::bytes, reason -> ByteSize.text(reason.bytes()));
    }

    private void blocks(HtmlWriter html, PrefetchPlanned plan, PageParameters query) {
        List<BlockRow> all = BlockRow.of(plan, outcomes);
        List<BlockRow> rows = query.text(CHOICE)
                .map(choice -> all.stream()
                        .filter(row -> row.plan().choice().equals(choice))
                        .toList())
                .orElse(all);
        html.leaf("h4", "Blocks (" + count(rows.size()) + ")");
        if (query.text(CHOICE).isPresent()) {
            html.open("p").text("Only the blocks of one reason. ");
            html.leaf("a href='%s'", "Show all", query.without(CHOICE).link("blocks"))
                    .close();
        }
        if (plan.unlisted() > 0) {
            html.leaf("p", count(plan.unlisted()) + " further blocks are counted above and not listed.");
        }
        BlockRow.legend(html);
        long end = all.stream()
                .filter(row -> row.plan().taken())
                .mapToLong(BlockRow::lastMillis)
                .max()
                .orElse(0);
        blockTable(end).draw(html, rows, query);
    }

    private static HtmlTable<BlockRow> blockTable(long end) {
        return new HtmlTable<BlockRow>("blocks", "Decision", false)
                .text("Block", "Its name in HDFS, without that of its pool", StagePage::block)
                .text("File", "The file, and the offset of the block", StagePage::file)
                .number(
                        "Size",
                        "",
                        row -> row.plan().bytes(),
                        row -> ByteSize.text(row.plan().bytes()))
                .column(
                        "Decision",
                        "Those that are prefetched, in the order of need; then those that are not, by reason",
                        DECISIONS,
                        false,
                        (html, row) -> html.text(row.plan().text()))
                .text("From", "Where it was planned to be read from", row -> row.plan()
                        .source())
                .number(
                        "Needed",
                        "When its first task was expected to start, from the submission of the stage",
                        row -> row.plan().neededMillis(),
                        row -> at(row.plan().neededMillis()))
                .number(
                        "In memory",
                        "When the driver learned that it is in memory",
                        BlockRow::arrivedMillis,
                        row -> at(row.arrivedMillis()))
                .number(
                        "First read",
                        "When the first task that reads it was launched",
                        BlockRow::startedMillis,
                        row -> at(row.startedMillis()))
                .text("Result", "", BlockRow::result)
                .column(
                        "0 \u2013 " + duration(end),
                        "Its time line, from the submission of the stage",
                        null,
                        false,
                        (html, row) -> row.draw(html, end));
    }

    /** Without the pool, which nearly all blocks share. */
    private static String block(BlockRow row) {
        return row.plan().block().substring(row.plan().block().lastIndexOf(':') + 1);
    }

    /** The last two names of the file's path: the whole path is too wide. */
    private static String file(BlockRow row) {
        String path = row.plan().path();
        int last = path.lastIndexOf('/');
        int before = last <= 0 ? -1 : path.lastIndexOf('/', last - 1);
        return path.substring(before + 1)
                + (row.plan().offset() == 0
                        ? ""
                        : " + " + ByteSize.text(row.plan().offset()));
    }
}

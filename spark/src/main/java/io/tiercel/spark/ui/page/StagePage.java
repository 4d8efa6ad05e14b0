package io.tiercel.spark.ui.page;

import static io.tiercel.spark.ui.html.NumberFormats.at;
import static io.tiercel.spark.ui.html.NumberFormats.count;
import static io.tiercel.spark.ui.html.NumberFormats.duration;
import static io.tiercel.spark.ui.html.NumberFormats.share;
import static io.tiercel.spark.ui.html.NumberFormats.some;
import static io.tiercel.spark.ui.html.NumberFormats.time;

import io.tiercel.model.ByteSize;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.PrefetchPlanned.Reason;
import io.tiercel.spark.event.StageReads;
import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.ui.html.HtmlColumn;
import io.tiercel.spark.ui.html.HtmlTable;
import io.tiercel.spark.ui.html.HtmlWriter;
import io.tiercel.spark.ui.html.PageParameters;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page of a stage attempt: where its tasks read, its plan with the reasons, and the outcome.
 *
 * @param reads null if no task was launched
 * @param plan null if there is none
 * @param outcomes null if there is none yet
 */
public record StagePage(
        @Nullable StageReads reads,
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
        html.open("p").leaf("a", "\u2190 all stages", "href", links.overview()).close();
        if (reads == null && plan == null) {
            html.leaf("p", "Tiercel knows nothing about this stage: it reads no files, or it ran too long ago.");
            return;
        }
        if (reads != null) {
            tasks(html, reads);
        } else if (plan != null && PrefetchPlanned.isQuery(plan.stage())) {
            html.open("p").text("For all scans of ");
            html.leaf(
                    "a",
                    "query " + PrefetchPlanned.query(plan.stage()),
                    "href",
                    links.sparkQuery(PrefetchPlanned.query(plan.stage())));
            html.text(", before its first stage ran.").close();
        }
        if (plan != null) {
            plan(html, plan, query);
        } else {
            html.leaf("h4", "Prefetching");
            html.leaf("p", NO_PLAN, "class", "text-muted");
        }
    }

    private void tasks(HtmlWriter html, StageReads reads) {
        html.open("ul", "class", "list-unstyled");
        html.open("li").leaf("strong", "Stage: ").text(reads.name() + " (");
        html.leaf("a", "tasks", "href", links.sparkStage(reads.stage(), reads.attempt()));
        html.text(")").close();
        item(html, "Policy", reads.policy());
        item(
                html,
                "Task attempts",
                count(reads.launched()) + " launched of " + some(reads.tasks(), "task")
                        + ", "
                        + count(reads.bestHits()) + " ("
                        + share(reads.bestHits(), reads.launched())
                        + ") at their best place" + (reads.over() ? "" : "; running"));
        html.close();
        html.leaf("h4", "Tasks by tier over time");
        TierChart.draw(html, "tiercel-tiers", reads.happened(), reads.possible());
    }

    private static void item(HtmlWriter html, String name, String text) {
        html.open("li").leaf("strong", name + ": ").text(text).close();
    }

    private void plan(HtmlWriter html, PrefetchPlanned plan, PageParameters query) {
        html.leaf("h4", "Prefetching");
        html.open("ul", "class", "list-unstyled");
        item(html, "Plan", PlanDescription.verdict(plan));
        item(html, "Submitted", time(plan.submittedMillis(), zone));
        if (plan.reasons().isEmpty()) {
            html.close();
            return;
        }
        item(html, "Made", PlanDescription.making(plan));
        item(html, "Cluster then", PlanDescription.cluster(plan.cluster()));
        if (outcomes != null && outcomes.outcome().taken() > 0) {
            item(html, outcomes.over() ? "Outcome" : "So far", PlanDescription.result(outcomes));
        }
        html.close();
        ArrivalChart.draw(html, plan.expected(), outcomes == null ? TimeSeries.NONE : outcomes.happened());
        html.leaf("h4", "Why");
        reasons(query).draw(html, plan.reasons(), query);
        blocks(html, plan, query);
    }

    private static HtmlTable<Reason> reasons(PageParameters query) {
        return new HtmlTable<>(
                "reasons",
                List.of(
                        HtmlColumn.text("Reason", "Why blocks are prefetched or not; leads to the blocks", Reason::text)
                                .showing((html, reason) -> html.leaf(
                                        "a",
                                        reason.text(),
                                        "href",
                                        query.with(CHOICE, reason.choice())
                                                .without("blocks.page")
                                                .link("blocks"))),
                        HtmlColumn.text("Prefetched", "", reason -> reason.taken() ? "yes" : "no"),
                        HtmlColumn.number("Blocks", "", Reason::blocks, reason -> count(reason.blocks())),
                        HtmlColumn.number("Bytes", "", Reason::bytes, reason -> ByteSize.text(reason.bytes()))),
                "Blocks",
                true);
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
            html.leaf("a", "Show all", "href", query.without(CHOICE).link("blocks"))
                    .close();
        }
        if (plan.unlisted() > 0) {
            html.leaf("p", count(plan.unlisted()) + " further blocks are counted above and not listed.");
        }
        BlockTimeline.legend(html);
        long end = all.stream()
                .filter(row -> row.plan().taken())
                .mapToLong(BlockRow::lastMillis)
                .max()
                .orElse(0);
        blockTable(end).draw(html, rows, query);
    }

    private static HtmlTable<BlockRow> blockTable(long end) {
        return new HtmlTable<>(
                "blocks",
                List.of(
                        HtmlColumn.text("Block", "Its name in HDFS, without that of its pool", StagePage::block),
                        HtmlColumn.<BlockRow>text("File", "The file, and the offset of the block", row -> file(row)),
                        HtmlColumn.number(
                                "Size",
                                "",
                                row -> row.plan().bytes(),
                                row -> ByteSize.text(row.plan().bytes())),
                        new HtmlColumn<>(
                                "Decision",
                                "Those that are prefetched, in the order of need; then those that are not, by reason",
                                DECISIONS,
                                false,
                                (html, row) -> html.text(row.plan().text())),
                        HtmlColumn.text("From", "Where it was planned to be read from", row -> row.plan()
                                .source()),
                        HtmlColumn.number(
                                "Needed",
                                "When its first task was expected to start, from the submission of the stage",
                                row -> row.plan().neededMillis(),
                                row -> at(row.plan().neededMillis())),
                        HtmlColumn.number(
                                "In memory",
                                "When it was heard to be in memory",
                                BlockRow::arrivedMillis,
                                row -> at(row.arrivedMillis())),
                        HtmlColumn.number(
                                "First read",
                                "When the first task that reads it was launched",
                                BlockRow::startedMillis,
                                row -> at(row.startedMillis())),
                        HtmlColumn.text("Result", "", BlockRow::result),
                        HtmlColumn.drawn(
                                "0 \u2013 " + duration(end),
                                "Its time line, from the submission of the stage",
                                (html, row) -> BlockTimeline.draw(html, row, end))),
                "Decision",
                false);
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

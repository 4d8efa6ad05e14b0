package io.tiercel.spark.ui.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.json.PlanRecords;
import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.DeviceReads;
import io.tiercel.spark.event.PlanEventFactory;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.SampleEvents;
import io.tiercel.spark.event.SamplePlans;
import io.tiercel.spark.ui.TabListener;
import io.tiercel.spark.ui.html.HtmlWriter;
import io.tiercel.spark.ui.html.NumberFormats;
import io.tiercel.spark.ui.html.PageParameters;
import io.tiercel.spark.ui.page.OverviewPage.QueryRow;
import io.tiercel.spark.ui.page.OverviewPage.StageRow;
import java.io.StringReader;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/** What the pages say, without a Spark or a browser around them. */
final class PagesTest {
    private static final PageLinks LINKS = new PageLinks("/tiercel", path -> path);

    private static String overview(List<StageRow> stages, List<CoordinatorChanged> changes) throws Exception {
        HtmlWriter html = new HtmlWriter();
        new OverviewPage(
                        stages,
                        List.of(new QueryRow(
                                PrefetchPlanned.stageOfQuery(7), 1, 0, "nothing of 20 blocks", PrefetchTotals.NONE)),
                        changes,
                        LINKS,
                        ZoneOffset.UTC)
                .draw(html, PageParameters.none());
        return wellFormed(html.toString());
    }

    private static String stage(int tasks, int blocks, PageParameters query) throws Exception {
        HtmlWriter html = new HtmlWriter();
        new StagePage(
                        SampleEvents.reads(3, tasks, true),
                        null,
                        SampleEvents.planned(3, blocks),
                        SampleEvents.outcomes(3, blocks, true),
                        LINKS,
                        ZoneOffset.UTC)
                .draw(html, query);
        return wellFormed(html.toString());
    }

    private static String wellFormed(String html) throws Exception {
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader("<div>" + html + "</div>")));
        assertThat(html).doesNotContain("<script", "<Report>", " style=", "NaN", "Infinity");
        return html;
    }

    private static StageRow row(int stage, int job, int blocks) {
        return new StageRow(
                SampleEvents.reads(stage, 400, true),
                job,
                SampleEvents.outcomes(stage, blocks, true).totals());
    }

    @Test
    void theOverviewSaysWhatCameOfJobsAndStages() throws Exception {
        PrefetchOutcomes outcomes = SampleEvents.outcomes(1, 300, true);
        assertThat(outcomes.outcome().taken()).isPositive();

        String html = overview(
                List.of(row(1, 0, 300), new StageRow(SampleEvents.reads(2, 40, false), 0, null)),
                List.of(
                        new CoordinatorChanged(1, 0, "master:7411", true, ""),
                        new CoordinatorChanged(1, 1_000, "master:7411", false, "<refused>")));

        assertThat(html)
                .contains("440 launched over files")
                .contains(NumberFormats.count(outcomes.outcome().used()) + " (")
                .contains(" late, " + outcomes.outcome().unread() + " not read")
                .contains("master:7411, absent since 1970/01/01 00:00:01: &lt;refused&gt;")
                .contains("Queries (1)", "href=\"/tiercel/stage/?id=-9&amp;attempt=1\"", "query 7, plan 2")
                .contains("nothing of 20 blocks")
                .contains("Jobs (1)", "Stages (2)", "count at &lt;Report&gt;.scala:11", "running")
                .contains("href=\"/tiercel/stage/?id=2&amp;attempt=0\"", "href=\"/jobs/job/?id=0\"");
    }

    @Test
    void anApplicationThatReadsNoFilesSaysSo() throws Exception {
        assertThat(overview(List.of(), List.of()))
                .contains("No task that reads files has started yet.", "nothing was prefetched", "none in use")
                .doesNotContain("Jobs (", "Stages (");
    }

    @Test
    void manyStagesStayReadable() throws Exception {
        List<StageRow> rows = new ArrayList<>();
        for (int stage = 0; stage < TabListener.MOST_STAGES; stage++) {
            rows.add(new StageRow(SampleEvents.reads(stage, 20, true), stage / 3, null));
        }
        String html = overview(rows, List.of());
        assertThat(html).contains("Stages (1,000)", "pagination");
        assertThat(html.length()).isLessThan(400_000);
    }

    @Test
    void aStageSaysWhatWasPlannedAndWhy() throws Exception {
        PrefetchPlanned plan = SampleEvents.planned(3, 200);
        String html = stage(200, 200, PageParameters.none().with("id", "3"));

        assertThat(html)
                .contains(
                        plan.takenBlocks() + " of 200 blocks",
                        "at most " + plan.degree() + " block",
                        "in memory already")
                .contains(
                        "8 slots",
                        "of 8 nodes with 16 devices",
                        "tiercel-arrivals",
                        "/stages/stage/?id=3",
                        "slots held for 250 ms")
                .contains("?id=3&amp;blocks.choice=IN_MEMORY#blocks", "day=", "Blocks (200)", "in time");
        String chosen = stage(200, 200, PageParameters.none().with("id", "3").with("blocks.choice", "EMPTY"));
        assertThat(chosen).contains("Blocks (4)", "Only the blocks of one reason");
    }

    /** A page of a stage of 10,000 tasks is no larger than Spark's own, and lists what there is page by page. */
    @Test
    void aLargeStageIsDrawnInLittle() throws Exception {
        String html = stage(10_000, 10_000, PageParameters.none());
        assertThat(html).contains("10,000 launched of 10,000 tasks", "further blocks are counted above and not listed");
        assertThat(html.length()).isLessThan(200_000);
    }

    @Test
    void aStageOfWhichLittleIsKnown() throws Exception {
        HtmlWriter none = new HtmlWriter();
        new StagePage(null, null, null, null, LINKS, ZoneOffset.UTC).draw(none, PageParameters.none());
        assertThat(none.toString()).contains("Tiercel knows nothing about this stage");

        HtmlWriter running = new HtmlWriter();
        new StagePage(SampleEvents.reads(1, false), null, null, null, LINKS, ZoneOffset.UTC)
                .draw(running, PageParameters.none());
        assertThat(wellFormed(running.toString())).contains("No plan was made for this stage: ", "; running");

        HtmlWriter query = new HtmlWriter();
        int ofQuery = PrefetchPlanned.stageOfQuery(7);
        new StagePage(
                        null,
                        null,
                        SampleEvents.planned(ofQuery, 100),
                        SampleEvents.outcomes(ofQuery, 100, true),
                        LINKS,
                        ZoneOffset.UTC)
                .draw(query, PageParameters.none());
        assertThat(wellFormed(query.toString()))
                .contains("/SQL/execution/?id=7", "the query took ", "of its scans alone ");

        HtmlWriter without = new HtmlWriter();
        PrefetchPlanned noPlan = PlanEventFactory.none(
                new PlanRecords.About("app", 1, 0, "", SampleEvents.START),
                "",
                "trident",
                "the coordinator is not there");
        new StagePage(SampleEvents.reads(1, false), null, noPlan, null, LINKS, ZoneOffset.UTC)
                .draw(without, PageParameters.none());
        assertThat(wellFormed(without.toString())).contains("none: the coordinator is not there");

        HtmlWriter planned = new HtmlWriter();
        new StagePage(null, null, SampleEvents.planned(1, 100), null, LINKS, ZoneOffset.UTC)
                .draw(planned, PageParameters.none());
        assertThat(wellFormed(planned.toString())).contains("not asked for");
    }

    private static String planned(DeviceReads reads, PageParameters query) throws Exception {
        HtmlWriter html = new HtmlWriter();
        new StagePage(
                        SampleEvents.reads(3, reads.over()),
                        reads,
                        SampleEvents.planned(3, 50),
                        null,
                        LINKS,
                        ZoneOffset.UTC)
                .draw(html, query);
        return wellFormed(html.toString());
    }

    @Test
    void aPlannedStageShowsThePlanAndWhatBecameOfIt() throws Exception {
        DeviceReads reads = SamplePlans.reads(3, 400, true);
        String html = planned(reads, PageParameters.none());

        assertThat(reads.plans()).isGreaterThan(1);
        assertThat(html)
                .contains("Plan of reads", "Plans: </strong>" + reads.plans() + ", the last after ")
                .containsPattern("First plan: </strong>392 tasks in [0-9.]+ s; proved: at least [0-9.]+ s by")
                .containsPattern("so at most [0-9.]+% longer than the best plan")
                .containsPattern("Time: </strong>[0-9.]+ s since the first plan, which expected [0-9.]+ s<")
                .contains("12.3 s, summed over slots")
                .contains("tiercel-devices-MEMORY", "tiercel-devices-SSD", "tiercel-devices-HDD")
                .contains("Network and remote storage</strong>: 0 B planned, ")
                .contains("the plan of the stage has it here", "it prefers no node")
                .contains("HDD of &lt;node-7&gt;", "other nodes, over the network")
                .contains("Devices (" + reads.devices().size() + ")");
        assertThat(planned(SamplePlans.reads(3, 400, false), PageParameters.none()))
                .contains("; running", "tiercel-devices-SSD");
    }

    /** Devices of a large cluster are listed in part, and page by page. */
    @Test
    void aPlannedStageOnManyDevicesIsDrawnInLittle() throws Exception {
        DeviceReads reads = SamplePlans.reads(3, 6_000, true);
        String html = planned(reads, PageParameters.none().with("devices.page", "2"));

        assertThat(reads.unlisted()).isPositive();
        assertThat(html)
                .contains("Devices (500)", reads.unlisted() + " further devices are summed up above and not listed");
        assertThat(html.split("<tr>").length).isLessThan(130);
        assertThat(html.length()).isLessThan(150_000);
    }

    @Test
    void everyOrderOfTheDevicesCanBeDrawn() throws Exception {
        DeviceReads reads = SamplePlans.reads(3, 100, true);
        for (String column :
                List.of("Device", "Planned", "Read", "Planned tasks", "Tasks", "Planned end", "Last end")) {
            planned(reads, PageParameters.none().with("devices.sort", column).with("devices.desc", "true"));
        }
    }

    @Test
    void everyOrderOfTheBlocksCanBeDrawn() throws Exception {
        for (String column :
                List.of("Block", "File", "Size", "Decision", "From", "Needed", "In memory", "First read", "Result")) {
            stage(60, 60, PageParameters.none().with("blocks.sort", column).with("blocks.desc", "true"));
        }
    }
}

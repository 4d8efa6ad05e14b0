package io.tiercel.demo.reuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.demo.reuse.ReuseReport.ReuseTrial;
import io.tiercel.demo.reuse.ReuseScene.MemoryFit;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.model.ByteSize;
import io.tiercel.record.ReadPlace;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReuseReportTest {
    @Test
    void enoughFromMemoryAndFasterHolds() {
        SceneReport report = report(93, 45, 4);

        assertThat(report.claims()).extracting(ReportClaim::holds).containsExactly(true, true, true, true, true);
        assertThat(report.headline()).contains("93%", "instead of 30%");
        assertThat(report.claims().get(2).figure()).isEqualTo("2.00×");
    }

    @Test
    void whatStocksSchedulerCannotKnowIsNotShownAsNone() {
        ReportTable table = report(93, 45, 4).tables().get(0);

        assertThat(table.rows())
                .extracting(
                        row -> row.get(0),
                        row -> row.get(1),
                        row -> row.get(table.columns().size() - 1))
                .contains(
                        tuple("memory for twice the input", "stock", "-"),
                        tuple("memory for twice the input", "trident", "50%"));
    }

    @Test
    void tooLittleFromMemoryOrSlowerDoesNot() {
        assertThat(report(89, 39, 8.5).claims())
                .extracting(ReportClaim::holds)
                .containsExactly(false, false, false, false, true);
    }

    @Test
    void theBudgetIsTwiceTheInputOrHalfOfIt() {
        assertThat(MemoryFit.FITS.budget(100, 4)).isEqualTo(50);
        assertThat(MemoryFit.TOO_LARGE.budget(100, 4)).isEqualTo(13);
    }

    /** Stock finds 30% and 20% in memory and takes 8 s. */
    private static SceneReport report(int fits, int tooLarge, double seconds) {
        List<ReuseTrial> trials = new ArrayList<>();
        for (String policy : ReuseScene.POLICIES) {
            boolean stock = policy.equals(ReuseScene.BASELINE);
            for (MemoryFit fit : MemoryFit.values()) {
                int share = fit == MemoryFit.FITS ? (stock ? 30 : fits) : (stock ? 20 : tooLarge);
                trials.add(trial(policy, fit, false, 0, 8));
                trials.add(trial(policy, fit, true, share, stock ? 8 : seconds));
            }
        }
        return new ReuseReport(settings(), trials).report().build(Instant.EPOCH);
    }

    private static ReuseTrial trial(String policy, MemoryFit fit, boolean second, long share, double seconds) {
        return new ReuseTrial(
                policy,
                fit,
                second,
                new JobTrial(
                        1,
                        seconds,
                        seconds,
                        new TaskTiers(2, 1, Map.of(ReadPlace.MEMORY, 1L), Map.of(ReadPlace.MEMORY, 1L), 1, 1, 0),
                        Map.of("HDD", 100 - share, "PAGE_CACHE", share),
                        1,
                        "same"));
    }

    private static DemoSettings settings() {
        return new DemoSettings(
                ByteSize.of("160m"),
                ByteSize.of("4m"),
                4,
                2,
                1,
                ByteSize.of("16m"),
                ByteSize.of("4m"),
                3,
                1,
                List.of("stock"),
                List.of(SparkJob.GREP),
                1,
                Path.of("out"),
                false,
                false,
                false,
                "tiercel demo");
    }
}

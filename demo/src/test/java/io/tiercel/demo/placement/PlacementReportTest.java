package io.tiercel.demo.placement;

import static io.tiercel.demo.placement.PlacementTrials.trial;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tiercel.cli.text.TextTable;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.placement.PolicyComparison.PlacementTrial;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.model.ByteSize;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementReportTest {
    private final SceneReport report =
            report(List.of(trial(1, "stock", "q1", 2, "a"), trial(1, "trident", "q1", 1, "a")));

    @Test
    void oneLineForEachPolicy() {
        ReportTable figures = report.tables().get(0);
        TextTable table = new TextTable(1, figures.columns().toArray(String[]::new));
        figures.rows().forEach(table::row);

        assertThat(table.lines())
                .containsExactly(
                        "policy   seconds  vs stock  task s  best tier  memory   SSD  HDD  rack  remote "
                                + " from SSD  sched. µs median  max",
                        "stock        2.0     1.00×     6.0        33%      0%   33%  67%    0%      0%  "
                                + "     33%               100  900",
                        "trident      1.0     2.00×     3.0       100%      0%  100%   0%    0%      0%  "
                                + "    100%               100  900");
    }

    @Test
    void claimsCarryTheirValuesAndBounds() {
        assertThat(report.claims())
                .extracting(ReportClaim::name, ReportClaim::holds, ReportClaim::measured, ReportClaim::bound)
                .containsExactly(
                        tuple("faster-than-stock", true, 2.0, 1.0),
                        tuple("best-tier", true, 1.0, 1.0 / 3),
                        tuple(ReportClaim.SAME_RESULTS, true, 0.0, 0.0));
        assertThat(report.headline()).contains("2.0× as fast", "100%", "instead of 33%");
        assertThat(report.hasSameResults()).isTrue();
    }

    @Test
    void theDefaultPolicyIsComparedWithTheBestOtherOne() {
        SceneReport all = report(List.of(
                trial(1, "stock", "q1", 4, "a"),
                trial(1, "trident", "q1", 2, "a"),
                trial(1, "tiercel", "q1", 2.5, "a")));

        assertThat(all.claims())
                .extracting(ReportClaim::name, ReportClaim::holds, ReportClaim::measured)
                .containsExactly(
                        tuple("faster-than-stock", true, 1.6),
                        tuple("as-fast-as-the-best", false, 0.8),
                        tuple(ReportClaim.SAME_RESULTS, true, 0.0));
        assertThat(all.claims().get(1).details())
                .contains("1.60 times as fast as stock against 2.00 times under trident");
        assertThat(all.headline()).contains("1.6× as fast as under stock Spark");
    }

    @Test
    void aDifferentResultIsNamed() {
        SceneReport different = report(List.of(trial(1, "stock", "q1", 2, "a"), trial(1, "trident", "q1", 1, "b")));

        assertThat(different.hasSameResults()).isFalse();
        assertThat(different.claims().get(2).details()).startsWith("q1 under trident in round 1");
    }

    private static SceneReport report(List<PlacementTrial> trials) {
        DemoSettings settings = new DemoSettings(
                ByteSize.of("240m"),
                ByteSize.of("8m"),
                4,
                2,
                1,
                ByteSize.of("16m"),
                ByteSize.of("4m"),
                3,
                1,
                List.of("stock", "trident"),
                List.of(SparkJob.Q1),
                1,
                Path.of("out"),
                false,
                false,
                false,
                "tiercel demo");
        return new PlacementReport(settings, 0.1, trials).report().build(Instant.EPOCH);
    }
}

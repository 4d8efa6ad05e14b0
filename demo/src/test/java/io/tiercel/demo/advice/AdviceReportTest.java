package io.tiercel.demo.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.demo.advice.AdviceReport.AdviceTrial;
import io.tiercel.demo.advice.PrintedAdvice.Bounds;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.demo.sharedstorage.LinkSettings;
import io.tiercel.model.ByteSize;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Three rounds, each with two runs under stock of 20 s, or a little more or less. */
class AdviceReportTest {
    private static final double STOCK = 20;
    private static final double NOISE = 0.5;

    private static final DemoSettings SETTINGS = new DemoSettings(
            ByteSize.of("160m"),
            ByteSize.of("4m"),
            4,
            2,
            1,
            ByteSize.of("8m"),
            ByteSize.of("2m"),
            3,
            3,
            List.of("stock"),
            List.of(SparkJob.GREP),
            1,
            Path.of("out"),
            false,
            false,
            false,
            "bin/tiercel demo advice");

    private final List<AdviceTrial> trials = new ArrayList<>();
    private final Map<String, List<Bounds>> bounds = new LinkedHashMap<>();

    private void runs(String treatment, double... seconds) {
        for (int i = 0; i < seconds.length; i++) {
            trials.add(new AdviceTrial(
                    AdvisedApplication.REVENUE, treatment, i + 1, seconds[i], 5, Map.of("HDD", 1L), "same"));
        }
    }

    private SceneReport report() {
        runs("stock", STOCK - NOISE / 2, STOCK + NOISE / 2, STOCK);
        runs("stock", STOCK + NOISE / 2, STOCK - NOISE / 2, STOCK);
        Map<AdvisedApplication, Map<String, List<Bounds>>> all = new EnumMap<>(AdvisedApplication.class);
        for (AdvisedApplication each : AdvisedApplication.values()) {
            all.put(each, each == AdvisedApplication.REVENUE ? bounds : Map.of());
        }
        LinkSettings link = new LinkSettings(ByteSize.of("8m"), Duration.ZERO);
        return new AdviceReport(SETTINGS, link, new StatedTiers(SETTINGS), all, trials)
                .report()
                .build(Instant.now());
    }

    private static String verdict(SceneReport report) {
        List<String> row = report.tables().get(0).rows().get(0);
        return row.get(row.size() - 1);
    }

    private static List<Boolean> claims(SceneReport report) {
        return report.claims().stream().map(ReportClaim::holds).toList();
    }

    @Test
    void aMedianWithinTheBoundsHolds() {
        bounds.put("memory", List.of(new Bounds(8, 13), new Bounds(7, 12), new Bounds(9, 14)));
        runs("memory", 11, 10, 9);
        SceneReport report = report();

        assertThat(verdict(report)).isEqualTo("yes");
        assertThat(claims(report)).containsExactly(true, true, true, true);
        assertThat(report.headline()).startsWith("1 of 1 gains");
        assertThat(report.tables().get(0).rows().get(0))
                .containsExactly(
                        "revenue",
                        "memory",
                        "20.00 (19.75-20.25)",
                        "10.00 (9.00-11.00)",
                        "8.00",
                        "10.00 (9.00-11.00)",
                        "13.00",
                        "0.50",
                        "yes");
    }

    @Test
    void aMedianAsNearToTheBoundsAsEqualRunsHoldsWithinNoise() {
        bounds.put("memory", List.of(new Bounds(0, 9.6)));
        runs("memory", 11, 10, 9);
        SceneReport report = report();

        assertThat(verdict(report)).isEqualTo("within noise");
        assertThat(report.headline())
                .isEqualTo(
                        "0 of 1 gains lie between the bounds that advise prints, 1 more within the noise of equal runs");
        assertThat(claims(report)).containsExactly(true, true, false, true);
    }

    @Test
    void moreThanAtMostIsRefuted() {
        bounds.put("memory", List.of(new Bounds(0, 9)));
        runs("memory", 11, 10, 9);
        SceneReport report = report();

        assertThat(verdict(report)).isEqualTo("NO");
        assertThat(claims(report)).containsExactly(false, true, false, true);
        assertThat(report.claims().get(0).figure()).isEqualTo("0.50 s");
    }

    @Test
    void lessThanAtLeastIsRefuted() {
        bounds.put("memory", List.of(new Bounds(11.5, 15)));
        runs("memory", 11, 10, 9);
        SceneReport report = report();

        assertThat(verdict(report)).isEqualTo("NO");
        assertThat(claims(report)).containsExactly(true, false, true, true);
        assertThat(report.claims().get(1).figure()).isEqualTo("1.00 s");
    }

    /** Its bounds are beyond placement. */
    @Test
    void prefetchingIsComparedWithPlacement() {
        bounds.put("prefetch", List.of(new Bounds(0, 3)));
        runs("placement", 12, 12, 12);
        runs("prefetch", 10, 10, 10);
        SceneReport report = report();

        assertThat(verdict(report)).isEqualTo("yes");
        assertThat(report.tables().get(0).rows().get(0)).startsWith("revenue", "prefetch", "12.00", "10.00");
    }

    @Test
    void withoutRunsToCompareWithThereIsNoGain() {
        bounds.put("prefetch", List.of(new Bounds(0, 3)));
        runs("prefetch", 10, 10, 10);

        assertThat(report().tables().get(0).rows()).isEmpty();
    }

    /** The claims about gains are then neither shown nor refuted; runs under stock still have the same results. */
    @Test
    void withoutAnyGainNothingIsClaimedAboutGains() {
        SceneReport report = report();

        assertThat(report.headline()).isEqualTo("Advise named no means for any application, so no gain was measured");
        assertThat(report.claims()).extracting(ReportClaim::figure).startsWith("not run", "not run", "not run");
        assertThat(claims(report)).containsExactly(false, false, false, true);
        assertThat(report.tables()).allSatisfy(table -> assertThat(table.rows()).isEmpty());
    }
}

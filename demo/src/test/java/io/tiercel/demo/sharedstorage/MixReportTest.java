package io.tiercel.demo.sharedstorage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.demo.sharedstorage.MixReport.MixTrial;
import io.tiercel.demo.sharedstorage.SharedStorage.LinkUse;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class MixReportTest {
    private static final long BYTES = 80 << 20;

    private static List<MixTrial> trials(JobMix mix, int round, ToDoubleFunction<MixTreatment> seconds) {
        return Arrays.stream(MixTreatment.values())
                .map(treatment -> {
                    double both = seconds.applyAsDouble(treatment);
                    JobTrial run = new JobTrial(
                            round, both, both, TaskTiers.sum(List.of()), Map.of(), 2, mix.first.part("a", "b"));
                    return new MixTrial(mix, treatment, both / 2, both, new LinkUse(BYTES, 20, 2, 1), run);
                })
                .toList();
    }

    private static SceneReport report(List<MixTrial> trials) {
        return new MixReport(SharedStorageReportTest.settings(), SharedStorageReportTest.LINK, trials)
                .report()
                .build(Instant.EPOCH);
    }

    @Test
    void bothJobsAreComparedWithS3aAndWithHdfs() {
        SceneReport report = report(trials(JobMix.MIX_1, 1, treatment -> switch (treatment) {
            case CLASSIC -> 10;
            case ANALYTICS -> 9;
            case CACHES -> 6.3;
            case PREFETCH -> 8;
            case HDFS -> 6;
        }));
        assertThat(report.claims())
                .extracting(ReportClaim::name, ReportClaim::holds, ReportClaim::figure)
                .containsExactly(
                        tuple("mix-1-no-slower-than-s3a", true, "0.70× the time"),
                        tuple("mix-1-a-near-hdfs", false, "1.05× the time"),
                        tuple("mix-1-b-near-hdfs", false, "1.05× the time"),
                        tuple("same-results", true, "identical"));
        assertThat(report.tables().get(0).rows())
                .hasSize(5)
                .contains(List.of("mix 1", "all in HDFS", "3.00", "6.00", "80.0", "20"));
    }

    @Test
    void mixesThatWereNotPlayedAreLeftOut() {
        SceneReport report = report(trials(JobMix.MIX_4, 1, treatment -> 5));
        assertThat(report.claims()).hasSize(4);
        assertThat(report.headline()).startsWith("mix 4 ").doesNotContain("mix 1");
    }
}

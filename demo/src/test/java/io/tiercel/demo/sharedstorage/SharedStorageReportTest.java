package io.tiercel.demo.sharedstorage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.demo.sharedstorage.SharedStorage.LinkUse;
import io.tiercel.demo.sharedstorage.SharedStorageReport.SharedStorageTrial;
import io.tiercel.model.ByteSize;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SharedStorageReportTest {
    static final LinkSettings LINK = new LinkSettings(ByteSize.of("24m"), Duration.ZERO);

    private static final long INPUT = 160 << 20;
    private static final List<SharedStorageTreatment> ALL = List.of(SharedStorageTreatment.values());
    private static final List<SharedStorageTreatment> WITHOUT_REUSE =
            SharedStorageTreatment.sequences(SharedStorageTreatment.all(false)).stream()
                    .flatMap(List::stream)
                    .toList();

    @Test
    void whatIsGoodEnoughHolds() {
        SceneReport report = report(play(ALL, 1, trial -> trial));

        assertThat(report.claims())
                .extracting(ReportClaim::name, ReportClaim::holds)
                .containsExactly(
                        tuple("faster-than-ingest-io-heavy", true),
                        tuple("faster-than-ingest-cpu-heavy", true),
                        tuple("faster-than-s3a-cpu-heavy", true),
                        tuple("faster-than-s3a-parquet", true),
                        tuple("warm", true),
                        tuple("reuse-near-hdfs-io-heavy", true),
                        tuple("reuse-near-hdfs-cpu-heavy", true),
                        tuple("faster-than-affinity", true),
                        tuple("warm-as-affinity", true),
                        tuple("never-slower", true),
                        tuple("read-once", true),
                        tuple("no-more-requests", true),
                        tuple("same-results", true));
        assertThat(report.claims())
                .extracting(ReportClaim::figure)
                .containsExactly(
                        "-30.0%",
                        "-30.0%",
                        "-22.2%",
                        "-22.2%",
                        "3.00×",
                        "+5.0%",
                        "+5.0%",
                        "0.88× the time",
                        "1.00× the time",
                        "0.78× the time",
                        "101.0%",
                        "1.00×",
                        "identical");
        assertThat(report.headline()).contains("30% less time", "3.0 times as fast");
    }

    /** The cold runs are slower, a warm one reads from the link, and results differ. */
    @Test
    void whatIsNotIsShownAsSuch() {
        SceneReport report = report(play(ALL, 1, trial -> switch (trial.treatment()) {
            case COLD, PREFETCHED -> trial(trial, 9.1, new LinkUse(INPUT * 103 / 100, 41, 2, 1), "other");
            case WARM, REUSE_80, REUSE_60 ->
                trial(trial, 3.5, trial.link(), trial.run().sha256());
            default -> trial;
        }));

        assertThat(report.claims())
                .extracting(ReportClaim::holds)
                .containsOnly(false)
                .hasSize(13);
        assertThat(report.hasSameResults()).isFalse();
        assertThat(claim(report, "never-slower").details())
                .isEqualTo("I/O-heavy 9.10 s against at most 9.00 s; CPU-heavy 9.10 s against at most 9.00 s;"
                        + " Parquet 9.10 s against at most 9.00 s");
        assertThat(claim(report, "no-more-requests").details())
                .startsWith("I/O-heavy 44 against 43, of these 41 and 40 GETs");
    }

    @Test
    void whatWasNotPlayedIsNeitherShownNorRefuted() {
        List<SharedStorageTrial> quick = play(WITHOUT_REUSE, 1, trial -> trial).stream()
                .filter(trial -> trial.intensity() == JobIntensity.IO_HEAVY)
                .toList();
        SceneReport report = report(quick);

        assertThat(report.claims())
                .filteredOn(claim -> claim.measured() == null)
                .extracting(ReportClaim::name)
                .containsExactly(
                        "faster-than-ingest-cpu-heavy",
                        "faster-than-s3a-cpu-heavy",
                        "faster-than-s3a-parquet",
                        "reuse-near-hdfs-io-heavy",
                        "reuse-near-hdfs-cpu-heavy");
        assertThat(report.tables().get(0).rows()).hasSize(9);
        assertThat(report.settings()).containsKey("I/O-heavy").doesNotContainKey("CPU-heavy");
    }

    @Test
    void anyTreatmentsCanBePlayedAlone() {
        for (SharedStorageTreatment wanted : SharedStorageTreatment.values()) {
            List<SharedStorageTreatment> played = SharedStorageTreatment.sequences(Set.of(wanted)).stream()
                    .flatMap(List::stream)
                    .toList();
            assertThat(played).contains(wanted).hasSizeLessThanOrEqualTo(2);
            SceneReport report = report(play(played, 1, trial -> trial));
            assertThat(report.claims()).hasSize(13);
            assertThat(report.headline()).isNotEmpty();
        }
    }

    @Test
    void cachesAreFilledBeforeTheyAreReUsed() {
        assertThat(SharedStorageTreatment.sequences(
                        Set.of(SharedStorageTreatment.REUSE_80, SharedStorageTreatment.AFFINITY_WARM)))
                .containsExactly(
                        List.of(SharedStorageTreatment.COLD, SharedStorageTreatment.REUSE_80),
                        List.of(SharedStorageTreatment.AFFINITY, SharedStorageTreatment.AFFINITY_WARM));
    }

    /** The second round is twice as slow for all treatments, so ratios are those of the first. */
    @Test
    void comparisonsAreMadeWithinARound() {
        List<SharedStorageTrial> trials = new ArrayList<>(play(WITHOUT_REUSE, 1, trial -> trial));
        trials.addAll(play(
                WITHOUT_REUSE,
                2,
                trial -> trial(
                        trial,
                        2 * trial.run().seconds(),
                        trial.link(),
                        trial.run().sha256())));
        SceneReport report = report(trials);

        assertThat(claim(report, "warm").measured()).isCloseTo(3, within(1e-9));
        assertThat(claim(report, "never-slower").measured()).isCloseTo(10.5 / 18, within(1e-9));
    }

    @Test
    void theTableShowsSecondsWithTheCopyAndWhatPassedTheLink() {
        ReportTable table = report(play(ALL, 1, trial -> trial)).tables().get(0);

        assertThat(table.rows())
                .contains(
                        List.of("ingest, then compute", "I/O-heavy", "10.00", "7.00", "161.6", "40", "43"),
                        List.of("all in HDFS", "CPU-heavy", "3.00", "-", "161.6", "40", "43"));
    }

    @Test
    void theJobsDemandOfTheLinkWhatThePapersDo() {
        assertThat(JobIntensity.IO_HEAVY.demand(4, 24 << 20)).isBetween(5.0, 5.5);
        assertThat(JobIntensity.CPU_HEAVY.demand(4, 24 << 20)).isBetween(2.0, 2.5);
    }

    @Test
    void oneIntensityAloneGivesAReport() {
        SceneReport report = report(play(WITHOUT_REUSE, 1, trial -> trial).stream()
                .filter(trial -> trial.intensity() == JobIntensity.PARQUET)
                .toList());

        assertThat(report.headline()).contains("the Parquet job takes 30% less time");
        assertThat(claim(report, "warm").measured()).isNull();
        assertThat(claim(report, "faster-than-s3a-parquet").holds()).isTrue();
    }

    private static ReportClaim claim(SceneReport report, String name) {
        return report.claims().stream()
                .filter(claim -> claim.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<SharedStorageTrial> play(
            List<SharedStorageTreatment> treatments, int round, UnaryOperator<SharedStorageTrial> change) {
        return Arrays.stream(JobIntensity.values())
                .flatMap(intensity -> treatments.stream().map(treatment -> trial(treatment, intensity, round)))
                .map(change)
                .toList();
    }

    private static SharedStorageTrial trial(SharedStorageTreatment treatment, JobIntensity intensity, int round) {
        double seconds =
                switch (treatment) {
                    case CLASSIC, ANALYTICS -> 9;
                    case AFFINITY -> 8;
                    case COLD, PREFETCHED -> 7;
                    case WARM, AFFINITY_WARM, INGEST, HDFS -> 3;
                    case REUSE_80, REUSE_60, REUSE_40, REUSE_20 -> 3.15;
                };
        return new SharedStorageTrial(
                treatment,
                intensity,
                INPUT,
                treatment == SharedStorageTreatment.INGEST ? 7 : 0,
                new LinkUse(INPUT * 101 / 100, 40, 2, 1),
                run(round, seconds, "of " + intensity.job.id()));
    }

    private static SharedStorageTrial trial(SharedStorageTrial like, double seconds, LinkUse link, String result) {
        return new SharedStorageTrial(
                like.treatment(),
                like.intensity(),
                like.inputBytes(),
                like.copySeconds(),
                link,
                run(like.run().round(), seconds, result));
    }

    private static JobTrial run(int round, double seconds, String result) {
        return new JobTrial(round, seconds, seconds, TaskTiers.sum(List.of()), Map.of(), 1, result);
    }

    private static SceneReport report(List<SharedStorageTrial> trials) {
        return new SharedStorageReport(settings(), LINK, trials).report().build(Instant.EPOCH);
    }

    static DemoSettings settings() {
        return new DemoSettings(
                ByteSize.of("160m"),
                ByteSize.of("4m"),
                4,
                2,
                1,
                ByteSize.of("1g"),
                ByteSize.of("1g"),
                3,
                2,
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

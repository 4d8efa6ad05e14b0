package io.tiercel.demo.sharedstorage;

import static io.tiercel.demo.report.ReportText.text;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.Chart.Axis;
import io.tiercel.demo.report.Chart.Heading;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.report.Trials;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.demo.sharedstorage.SharedStorage.LinkUse;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

final class SharedStorageReport {
    static final double MIB = 1 << 20;

    private final DemoSettings settings;
    private final LinkSettings link;
    private final Trials<SharedStorageTrial> trials;

    /** Those that were played. */
    private final List<JobIntensity> intensities;

    private final List<SharedStorageTreatment> treatments;

    /**
     * One job.
     *
     * @param inputBytes length of its files
     * @param copySeconds of copying its input into HDFS before; 0 if it was not copied
     * @param link what passed the link, for the copy too
     * @param run the count alone
     */
    record SharedStorageTrial(
            SharedStorageTreatment treatment,
            JobIntensity intensity,
            long inputBytes,
            double copySeconds,
            LinkUse link,
            @JsonUnwrapped JobTrial run) {
        /** From the input on shared storage to the result. */
        double totalSeconds() {
            return copySeconds + run.seconds();
        }
    }

    /** A row of the table. */
    private record Row(JobIntensity intensity, SharedStorageTreatment treatment) {}

    /** @param link to shared storage */
    SharedStorageReport(DemoSettings settings, LinkSettings link, List<SharedStorageTrial> trials) {
        this.settings = settings;
        this.link = link;
        this.trials = new Trials<>(trials);
        this.intensities = Arrays.stream(JobIntensity.values())
                .filter(intensity -> trials.stream().anyMatch(trial -> trial.intensity() == intensity))
                .toList();
        this.treatments = Arrays.stream(SharedStorageTreatment.values())
                .filter(treatment -> trials.stream().anyMatch(trial -> trial.treatment() == treatment))
                .toList();
    }

    /** Has the report of a scene on shared storage tell its set-up. @param link to shared storage */
    static ReportBuilder withSetUp(ReportBuilder report, DemoSettings settings, LinkSettings link) {
        return report.settings(settings.shown("all on HDD"))
                .setting("link to shared storage", link + "; its bandwidth is for all readers together")
                .warnings(settings.warnings());
    }

    ReportBuilder report() {
        SharedStorageClaims claims = new SharedStorageClaims(trials);
        ReportBuilder report = withSetUp(
                        new ReportBuilder(
                                "shared-storage",
                                headline(claims),
                                text(
                                        "Tables of %s on S3 behind a link of %s, by %d nodes with %s each; %s.",
                                        settings.size(),
                                        link,
                                        settings.nodes(),
                                        settings.slotsText(),
                                        settings.roundsText())),
                        settings,
                        link)
                .claims(claims.all())
                .chart(bars(
                        Heading.ofBars(
                                "How long a job takes",
                                "Seconds, with the copy into HDFS where there is one: medians over the rounds, whiskers the"
                                        + " range.",
                                " s"),
                        SharedStorageTrial::totalSeconds))
                .chart(bars(
                        Heading.ofBars(
                                "What passed the link",
                                "Bytes of all answers with their headers, as a share of the input: medians and range.",
                                "%"),
                        trial -> 100.0 * trial.link().bytes() / trial.inputBytes()))
                .table(table())
                .trials(trials.all());
        int slots = settings.nodes() * settings.slots();
        for (JobIntensity intensity : intensities) {
            report.setting(
                    intensity.label,
                    text(
                            "%d ms for each MiB: without the link tasks could read at %.1f times its bandwidth",
                            intensity.computingMillis, intensity.demand(slots, link.bytesPerSecond())));
        }
        for (SharedStorageTreatment treatment : treatments) {
            report.note(treatment.label + ": " + treatment.title + "; tasks are placed by the policy "
                    + treatment.policy() + ".");
        }
        return report.notes();
    }

    /** Of the first job. */
    private String headline(SharedStorageClaims claims) {
        JobIntensity first = intensities.get(0);
        if (!claims.isSavedKnown(first) || !claims.isSpeedupKnown(first)) {
            return "Jobs straight on shared storage, in some of the ways to read it";
        }
        return text(
                "Straight from shared storage through empty caches, the %s job takes %.0f%% less time than with a copy into HDFS"
                        + " before; through warm ones it is %.1f times as fast as S3A alone",
                first.label,
                100 * claims.saved(first).median(),
                claims.speedupWhenWarm(first).median());
    }

    private Chart bars(Heading heading, ToDoubleFunction<SharedStorageTrial> value) {
        return Chart.bars(
                heading,
                new Axis<>(treatments, treatment -> treatment.label),
                new Axis<>(intensities, intensity -> intensity.label),
                (treatment, intensity) -> of(new Row(intensity, treatment)).spread(value));
    }

    private ReportTable table() {
        List<Row> rows = intensities.stream()
                .flatMap(intensity -> treatments.stream().map(treatment -> new Row(intensity, treatment)))
                .toList();
        return ReportTable.of(
                        "All figures",
                        "Medians, with the range over the rounds. Copy: the part of the seconds before the job itself. Over the"
                                + " link: MiB, headers included. Requests: GETs, and all with HEADs and lists.",
                        rows)
                .column("treatment", row -> row.treatment().label)
                .column("job", row -> row.intensity().label)
                .column("seconds", row -> of(row).spread(SharedStorageTrial::totalSeconds)
                        .seconds())
                .column("copy", row -> copySeconds(of(row)))
                .column("MiB over the link", row -> of(row).spread(
                                trial -> trial.link().bytes() / MIB)
                        .text("%.1f (%.1f-%.1f)", 1))
                .column("GETs", row -> of(row).spread(trial -> trial.link().gets())
                        .text("%.0f (%.0f-%.0f)", 1))
                .column("requests", row -> of(row).spread(trial -> trial.link().requests())
                        .text("%.0f (%.0f-%.0f)", 1))
                .build();
    }

    private static String copySeconds(Trials<SharedStorageTrial> some) {
        double seconds = some.median(SharedStorageTrial::copySeconds);
        return seconds == 0 ? "-" : text("%.2f", seconds);
    }

    private Trials<SharedStorageTrial> of(Row row) {
        return trials.where(trial -> trial.treatment() == row.treatment() && trial.intensity() == row.intensity());
    }
}

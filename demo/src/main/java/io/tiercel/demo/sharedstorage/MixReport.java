package io.tiercel.demo.sharedstorage;

import static io.tiercel.demo.report.ReportText.text;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.Chart.Axis;
import io.tiercel.demo.report.Chart.Heading;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.Trials;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.demo.sharedstorage.SharedStorage.LinkUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** How long two jobs take side by side. Claims are about caches as they are by default. Each comparison is made within a round. */
final class MixReport {
    private static final double MIB = SharedStorageReport.MIB;

    private final DemoSettings settings;
    private final LinkSettings link;
    private final Trials<MixTrial> trials;

    /** Those that were played. */
    private final List<JobMix> mixes;

    /**
     * One mix.
     *
     * @param first seconds until the end of job A, from the call of both
     * @param second the same for job B
     * @param link what passed the link
     * @param run both jobs
     */
    record MixTrial(
            JobMix mix,
            MixTreatment treatment,
            double first,
            double second,
            LinkUse link,
            @JsonUnwrapped JobTrial run) {
        double both() {
            return Math.max(first, second);
        }
    }

    /** A row of the table. */
    private record Row(JobMix mix, MixTreatment treatment) {}

    /** @param link to shared storage */
    MixReport(DemoSettings settings, LinkSettings link, List<MixTrial> trials) {
        this.settings = settings;
        this.link = link;
        this.trials = new Trials<>(trials);
        this.mixes = Arrays.stream(JobMix.values())
                .filter(mix -> trials.stream().anyMatch(trial -> trial.mix() == mix))
                .toList();
    }

    ReportBuilder report() {
        List<MixTreatment> treatments = List.of(MixTreatment.values());
        List<ReportClaim> claims = new ArrayList<>();
        for (JobMix mix : mixes) {
            claims.add(noSlowerThanS3a(mix));
            claims.add(nearPaper(mix, "A", mix.first, MixTrial::first));
            claims.add(nearPaper(mix, "B", mix.second, MixTrial::second));
        }
        claims.add(ReportClaim.sameResults(Map.of(
                "the half that caches may hold first",
                results(mix -> mix != JobMix.MIX_4),
                "the other half first",
                results(mix -> mix == JobMix.MIX_4))));
        ReportBuilder report = SharedStorageReport.withSetUp(
                        new ReportBuilder(
                                "shared-storage-mixes",
                                mixes.stream()
                                        .map(mix -> text(
                                                "%s through caches: %.2f times the time of S3A alone",
                                                mix.label(), againstS3a(mix).median()))
                                        .collect(Collectors.joining("; ")),
                                text(
                                        "Two jobs count a half each of %s of text on S3 behind a link of %s, by %d nodes with %s each; %s.",
                                        settings.size(),
                                        link,
                                        settings.nodes(),
                                        settings.slotsText(),
                                        settings.roundsText())),
                        settings,
                        link)
                .claims(claims)
                .chart(bars("How long job A takes", mixes, treatments, MixTrial::first))
                .chart(bars("How long job B takes", mixes, treatments, MixTrial::second))
                .table(table(treatments))
                .trials(trials.all());
        for (JobMix mix : mixes) {
            report.note(mix.label() + ": " + mix.title + ". A is " + mix.first.intensity().label + ", B is "
                    + mix.second.intensity().label + ".");
        }
        for (MixTreatment treatment : treatments) {
            report.note(treatment.label + ": " + treatment.title + ".");
        }
        return report;
    }

    private List<String> results(Predicate<JobMix> which) {
        return trials.stream()
                .filter(trial -> which.test(trial.mix()))
                .map(trial -> trial.run().sha256())
                .toList();
    }

    private Chart bars(
            String title, List<JobMix> groups, List<MixTreatment> treatments, ToDoubleFunction<MixTrial> value) {
        return Chart.bars(
                Heading.ofBars(
                        title, "Seconds from the call of both: medians over the rounds, whiskers the range.", " s"),
                new Axis<>(groups, JobMix::label),
                new Axis<>(treatments, treatment -> treatment.label),
                (mix, treatment) -> of(new Row(mix, treatment)).spread(value));
    }

    /** Until both have ended, with the faster of S3A's streams. */
    private ReportClaim noSlowerThanS3a(JobMix mix) {
        Spread ratio = againstS3a(mix);
        return ReportClaim.of(
                mix.id() + "-no-slower-than-s3a",
                "In " + mix.label() + " both jobs have ended no later than with S3A alone",
                ratio.median(),
                Relation.AT_MOST,
                1,
                text("%.2f× the time", ratio.median()),
                text(
                        "%s s, and %s s with prefetching, against %s s (classic) and %s s (analytics); %s",
                        both(mix, MixTreatment.CACHES),
                        both(mix, MixTreatment.PREFETCH),
                        both(mix, MixTreatment.CLASSIC),
                        both(mix, MixTreatment.ANALYTICS),
                        ratio.text("%.2f (%.2f to %.2f) times the time within a round", 1)));
    }

    private String both(JobMix mix, MixTreatment treatment) {
        return of(new Row(mix, treatment)).spread(MixTrial::both).seconds();
    }

    private Spread againstS3a(JobMix mix) {
        return of(new Row(mix, MixTreatment.CACHES))
                .spread(trial -> trial.both()
                        / Math.min(
                                inRound(trial, MixTreatment.CLASSIC, MixTrial::both),
                                inRound(trial, MixTreatment.ANALYTICS, MixTrial::both)));
    }

    /** A job's time is at most the paper's multiple of that with its input in HDFS. */
    private ReportClaim nearPaper(JobMix mix, String name, JobMix.MixedJob job, ToDoubleFunction<MixTrial> seconds) {
        Spread ratio = of(new Row(mix, MixTreatment.CACHES))
                .spread(trial -> seconds.applyAsDouble(trial) / inRound(trial, MixTreatment.HDFS, seconds));
        return ReportClaim.of(
                mix.id() + "-" + name.toLowerCase(Locale.ROOT) + "-near-hdfs",
                text(
                        "In %s job %s takes at most %.2f times as long as with its input in HDFS, as in the paper",
                        mix.label(), name, job.ofHdfsInPaper()),
                ratio.median(),
                Relation.AT_MOST,
                job.ofHdfsInPaper(),
                text("%.2f× the time", ratio.median()),
                text(
                        "%s s, and %s s with prefetching, against %s s; %s",
                        of(new Row(mix, MixTreatment.CACHES)).spread(seconds).seconds(),
                        of(new Row(mix, MixTreatment.PREFETCH)).spread(seconds).seconds(),
                        of(new Row(mix, MixTreatment.HDFS)).spread(seconds).seconds(),
                        ratio.text("%.2f (%.2f to %.2f) times the time within a round", 1)));
    }

    private double inRound(MixTrial trial, MixTreatment other, ToDoubleFunction<MixTrial> value) {
        return of(new Row(trial.mix(), other))
                .where(each -> each.run().round() == trial.run().round())
                .median(value);
    }

    private ReportTable table(List<MixTreatment> treatments) {
        List<Row> rows = mixes.stream()
                .flatMap(mix -> treatments.stream().map(treatment -> new Row(mix, treatment)))
                .toList();
        return ReportTable.of(
                        "All figures",
                        "Medians, with the range over the rounds. A and B: seconds from the call of both to the end of each job.",
                        rows)
                .column("mix", row -> row.mix().label())
                .column("treatment", row -> row.treatment().label)
                .column("A, s", row -> of(row).spread(MixTrial::first).seconds())
                .column("B, s", row -> of(row).spread(MixTrial::second).seconds())
                .column(
                        "MiB over the link",
                        row -> of(row).spread(trial -> trial.link().bytes()).text("%.1f (%.1f-%.1f)", 1 / MIB))
                .column("GETs", row -> of(row).spread(trial -> trial.link().gets())
                        .text("%.0f (%.0f-%.0f)", 1))
                .build();
    }

    private Trials<MixTrial> of(Row row) {
        return trials.where(trial -> trial.treatment() == row.treatment() && trial.mix() == row.mix());
    }
}

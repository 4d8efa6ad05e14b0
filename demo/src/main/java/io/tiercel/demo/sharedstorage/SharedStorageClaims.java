package io.tiercel.demo.sharedstorage;

import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.Trials;
import io.tiercel.demo.sharedstorage.SharedStorageReport.SharedStorageTrial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The claims of the scene. Each comparison is made within a round; S3A alone counts with the faster of its streams. */
final class SharedStorageClaims {
    /** Least speed of a job over warm caches, as a multiple of S3A's. */
    private static final double WARM_SPEEDUP = 3;

    /** Least share of the time of S3A alone that a cold run saves where tasks compute. */
    private static final double SAVED_BESIDE_S3A = 0.2;

    /** Most bytes over the link in a cold run, by the input: headers are a little beside it. */
    private static final double ONCE = 1.02;

    /** Longest time with most of the input in the caches, by the time in HDFS. */
    private static final double NEAR_HDFS = 1.05;

    private static final List<SharedStorageTreatment> S3A =
            List.of(SharedStorageTreatment.CLASSIC, SharedStorageTreatment.ANALYTICS);

    private static final String NOT_PLAYED = "The scene was played without it.";

    private final Trials<SharedStorageTrial> trials;

    SharedStorageClaims(Trials<SharedStorageTrial> trials) {
        this.trials = trials;
    }

    List<ReportClaim> all() {
        List<ReportClaim> claims = new ArrayList<>();
        for (JobIntensity intensity : List.of(JobIntensity.IO_HEAVY, JobIntensity.CPU_HEAVY)) {
            claims.add(fasterThanIngest(intensity));
        }
        claims.add(fasterThanS3a(JobIntensity.CPU_HEAVY, SharedStorageTreatment.COLD));
        claims.add(fasterThanS3a(JobIntensity.PARQUET, SharedStorageTreatment.PREFETCHED));
        claims.add(fasterWhenWarm());
        claims.add(nearHdfs(JobIntensity.IO_HEAVY, SharedStorageTreatment.REUSE_80));
        claims.add(nearHdfs(JobIntensity.CPU_HEAVY, SharedStorageTreatment.REUSE_60));
        claims.add(fasterThanAffinityWhenCold());
        claims.add(noSlowerThanAffinityWhenWarm());
        claims.add(neverSlower());
        claims.add(readOnce());
        claims.add(noMoreRequests());
        // The Parquet job sums other values than the two over lines.
        claims.add(ReportClaim.sameResults(trials.stream()
                .collect(Collectors.groupingBy(
                        trial -> trial.intensity().job.id(),
                        Collectors.mapping(trial -> trial.run().sha256(), Collectors.toList())))));
        return claims;
    }

    private ReportClaim fasterThanIngest(JobIntensity intensity) {
        String name = "faster-than-ingest-" + intensity.id();
        String claim = text(
                "A cold %s run takes at least %.0f%% less time than ingest-then-compute",
                intensity.label, 100 * intensity.savedInPaper);
        if (!isSavedKnown(intensity)) {
            return ReportClaim.notMeasured(name, claim, Relation.AT_LEAST, intensity.savedInPaper, NOT_PLAYED);
        }
        Spread saved = saved(intensity);
        return ReportClaim.of(
                name,
                claim,
                saved.median(),
                Relation.AT_LEAST,
                intensity.savedInPaper,
                text("%+.1f%%", -100 * saved.median()),
                text(
                        "%.2f s against %.2f s, of which %.2f s copy; medians; %s",
                        seconds(intensity, SharedStorageTreatment.COLD),
                        seconds(intensity, SharedStorageTreatment.INGEST),
                        of(intensity, SharedStorageTreatment.INGEST).median(SharedStorageTrial::copySeconds),
                        saved.text("saved within a round: %.1f%% (%.1f%% to %.1f%%)", 100)));
    }

    private ReportClaim fasterThanS3a(JobIntensity intensity, SharedStorageTreatment treatment) {
        String name = "faster-than-s3a-" + intensity.id();
        String claim = text(
                "A cold %s run%s takes at least 20%% less time than S3A alone",
                intensity.label, treatment == SharedStorageTreatment.PREFETCHED ? " with prefetching" : "");
        if (!played(S3A, treatment).contains(intensity)) {
            return ReportClaim.notMeasured(name, claim, Relation.AT_LEAST, SAVED_BESIDE_S3A, NOT_PLAYED);
        }
        Spread saved = paired(intensity, treatment, (cold, round) -> 1 - cold / s3aSeconds(intensity, round));
        return ReportClaim.of(
                name,
                claim,
                saved.median(),
                Relation.AT_LEAST,
                SAVED_BESIDE_S3A,
                text("%+.1f%%", -100 * saved.median()),
                text(
                        "%s; %s",
                        againstS3a(intensity, treatment),
                        saved.text("saved within a round: %.1f%% (%.1f%% to %.1f%%)", 100)));
    }

    private ReportClaim fasterWhenWarm() {
        String name = "warm";
        String claim = "A second I/O-heavy run is at least 3 times as fast as S3A alone";
        if (!isSpeedupKnown(JobIntensity.IO_HEAVY)) {
            return ReportClaim.notMeasured(name, claim, Relation.AT_LEAST, WARM_SPEEDUP, NOT_PLAYED);
        }
        Spread speedup = speedupWhenWarm(JobIntensity.IO_HEAVY);
        StringBuilder details = new StringBuilder(againstS3a(JobIntensity.IO_HEAVY, SharedStorageTreatment.WARM));
        for (JobIntensity other : played(S3A, SharedStorageTreatment.WARM)) {
            if (other != JobIntensity.IO_HEAVY) {
                details.append(text(
                        "; %s %.2f times as fast",
                        other.label, speedupWhenWarm(other).median()));
            }
        }
        return ReportClaim.of(
                name,
                claim,
                speedup.median(),
                Relation.AT_LEAST,
                WARM_SPEEDUP,
                text("%.2f×", speedup.median()),
                details.toString());
    }

    private ReportClaim nearHdfs(JobIntensity intensity, SharedStorageTreatment treatment) {
        String name = "reuse-near-hdfs-" + intensity.id();
        String claim = text(
                "With %.1f of the input in the caches, the %s run takes at most 5%% more time than all in HDFS",
                treatment.kept(), intensity.label);
        if (!wasPlayed(intensity, treatment) || !wasPlayed(intensity, SharedStorageTreatment.HDFS)) {
            return ReportClaim.notMeasured(name, claim, Relation.AT_MOST, NEAR_HDFS, "It is played with --full.");
        }
        Spread ratio = paired(
                intensity,
                treatment,
                (reused, round) -> reused / seconds(intensity, SharedStorageTreatment.HDFS, round));
        return ReportClaim.of(
                name,
                claim,
                ratio.median(),
                Relation.AT_MOST,
                NEAR_HDFS,
                text("%+.1f%%", 100 * (ratio.median() - 1)),
                text(
                        "%.2f s against %.2f s, medians",
                        seconds(intensity, treatment), seconds(intensity, SharedStorageTreatment.HDFS)));
    }

    /** Decided by the worst intensity. */
    private ReportClaim fasterThanAffinityWhenCold() {
        String name = "faster-than-affinity";
        String claim = "A cold run is faster than with a consistent-hash affinity cache";
        List<JobIntensity> played = played(List.of(SharedStorageTreatment.AFFINITY), SharedStorageTreatment.COLD);
        if (played.isEmpty()) {
            return ReportClaim.notMeasured(name, claim, Relation.BELOW, 1, NOT_PLAYED);
        }
        double worst = 0;
        List<String> details = new ArrayList<>();
        for (JobIntensity intensity : played) {
            Spread ratio = toAffinity(intensity, SharedStorageTreatment.COLD, SharedStorageTreatment.AFFINITY);
            worst = Math.max(worst, ratio.median());
            details.add(
                    againstAffinity(intensity, SharedStorageTreatment.COLD, SharedStorageTreatment.AFFINITY, ratio));
        }
        return ReportClaim.of(
                name, claim, worst, Relation.BELOW, 1, text("%.2f× the time", worst), String.join("; ", details));
    }

    /** Decided by the worst intensity. Within the spread: the slowest run with affinity may take as long as the median. */
    private ReportClaim noSlowerThanAffinityWhenWarm() {
        String name = "warm-as-affinity";
        String claim = "A second run is no slower than with a consistent-hash affinity cache, within the spread";
        List<JobIntensity> played = played(List.of(SharedStorageTreatment.AFFINITY_WARM), SharedStorageTreatment.WARM);
        if (played.isEmpty()) {
            return ReportClaim.notMeasured(name, claim, Relation.AT_MOST, 1, NOT_PLAYED);
        }
        double worst = 0;
        List<String> details = new ArrayList<>();
        for (JobIntensity intensity : played) {
            Spread ratio = toAffinity(intensity, SharedStorageTreatment.WARM, SharedStorageTreatment.AFFINITY_WARM);
            double slowest = of(intensity, SharedStorageTreatment.AFFINITY_WARM)
                    .spread(SharedStorageTrial::totalSeconds)
                    .max();
            worst = Math.max(worst, seconds(intensity, SharedStorageTreatment.WARM) / slowest);
            details.add(againstAffinity(
                    intensity, SharedStorageTreatment.WARM, SharedStorageTreatment.AFFINITY_WARM, ratio));
        }
        return ReportClaim.of(
                name, claim, worst, Relation.AT_MOST, 1, text("%.2f× the time", worst), String.join("; ", details));
    }

    private Spread toAffinity(
            JobIntensity intensity, SharedStorageTreatment ours, SharedStorageTreatment withAffinity) {
        return paired(intensity, ours, (mine, round) -> mine / seconds(intensity, withAffinity, round));
    }

    private String againstAffinity(
            JobIntensity intensity, SharedStorageTreatment ours, SharedStorageTreatment withAffinity, Spread ratio) {
        return text(
                "%s %.2f s against %.2f s, medians; %s; %.1f and %.1f MiB over the link",
                intensity.label,
                seconds(intensity, ours),
                seconds(intensity, withAffinity),
                ratio.text("%.2f (%.2f to %.2f) times the time within a round", 1),
                mebibytes(intensity, ours),
                mebibytes(intensity, withAffinity));
    }

    private double mebibytes(JobIntensity intensity, SharedStorageTreatment treatment) {
        return of(intensity, treatment).median(trial -> trial.link().bytes()) / SharedStorageReport.MIB;
    }

    /** Decided by the worst intensity. Within the spread: S3A's slowest run may take as long as the median of cold runs. */
    private ReportClaim neverSlower() {
        String name = "never-slower";
        String claim = "A cold run is no slower than S3A alone, within the spread";
        List<JobIntensity> played = played(S3A, SharedStorageTreatment.COLD);
        if (played.isEmpty()) {
            return ReportClaim.notMeasured(name, claim, Relation.AT_MOST, 1, NOT_PLAYED);
        }
        double worst = 0;
        List<String> details = new ArrayList<>();
        for (JobIntensity intensity : played) {
            double cold = seconds(intensity, SharedStorageTreatment.COLD);
            double slowest = rounds(intensity).stream()
                    .mapToDouble(round -> s3aSeconds(intensity, round))
                    .max()
                    .orElseThrow();
            worst = Math.max(worst, cold / slowest);
            details.add(text("%s %.2f s against at most %.2f s", intensity.label, cold, slowest));
        }
        return ReportClaim.of(
                name, claim, worst, Relation.AT_MOST, 1, text("%.2f× the time", worst), String.join("; ", details));
    }

    /** Decided by the worst run. */
    private ReportClaim readOnce() {
        String name = "read-once";
        String claim = "A cold run has at most the input pass the link once (2% more for headers)";
        if (cold().all().isEmpty()) {
            return ReportClaim.notMeasured(name, claim, Relation.AT_MOST, ONCE, NOT_PLAYED);
        }
        Spread share = cold().spread(trial -> (double) trial.link().bytes() / trial.inputBytes());
        return ReportClaim.of(
                name,
                claim,
                share.max(),
                Relation.AT_MOST,
                ONCE,
                text("%.1f%%", 100 * share.max()),
                text(
                        "%.1f MiB over the link at most, for an input of %.1f MiB",
                        cold().spread(trial -> trial.link().bytes()).max() / SharedStorageReport.MIB,
                        cold().median(SharedStorageTrial::inputBytes) / SharedStorageReport.MIB));
    }

    /** Decided by the worst intensity. Its requests are compared with those of the same stream alone. */
    private ReportClaim noMoreRequests() {
        String name = "no-more-requests";
        String claim = "A cold run sends no more requests than S3A alone (classic)";
        List<JobIntensity> played = played(List.of(SharedStorageTreatment.CLASSIC), SharedStorageTreatment.COLD);
        if (played.isEmpty()) {
            return ReportClaim.notMeasured(name, claim, Relation.AT_MOST, 1, NOT_PLAYED);
        }
        double worst = 0;
        List<String> details = new ArrayList<>();
        for (JobIntensity intensity : played) {
            Trials<SharedStorageTrial> classic = of(intensity, SharedStorageTreatment.CLASSIC);
            Trials<SharedStorageTrial> cached = of(intensity, SharedStorageTreatment.COLD);
            ToDoubleFunction<SharedStorageTrial> requests =
                    trial -> trial.link().requests();
            worst = Math.max(worst, cached.median(requests) / classic.median(requests));
            details.add(text(
                    "%s %.0f against %.0f, of these %.0f and %.0f GETs",
                    intensity.label,
                    cached.median(requests),
                    classic.median(requests),
                    cached.median(trial -> trial.link().gets()),
                    classic.median(trial -> trial.link().gets())));
        }
        return ReportClaim.of(
                name, claim, worst, Relation.AT_MOST, 1, text("%.2f×", worst), String.join("; ", details));
    }

    /** Whether {@link #saved} has a value. */
    boolean isSavedKnown(JobIntensity intensity) {
        return wasPlayed(intensity, SharedStorageTreatment.COLD) && wasPlayed(intensity, SharedStorageTreatment.INGEST);
    }

    /** Whether {@link #speedupWhenWarm} has a value. */
    boolean isSpeedupKnown(JobIntensity intensity) {
        return played(S3A, SharedStorageTreatment.WARM).contains(intensity);
    }

    /** Share of the time of ingest-then-compute that a cold run saves. */
    Spread saved(JobIntensity intensity) {
        return paired(
                intensity,
                SharedStorageTreatment.COLD,
                (cold, round) -> 1 - cold / seconds(intensity, SharedStorageTreatment.INGEST, round));
    }

    /** How many times as fast as S3A alone a run over warm caches is. */
    Spread speedupWhenWarm(JobIntensity intensity) {
        return paired(intensity, SharedStorageTreatment.WARM, (warm, round) -> s3aSeconds(intensity, round) / warm);
    }

    private String againstS3a(JobIntensity intensity, SharedStorageTreatment treatment) {
        return text(
                "%.2f s against %s, medians",
                seconds(intensity, treatment),
                S3A.stream()
                        .filter(stream -> wasPlayed(intensity, stream))
                        .map(stream -> text("%.2f s (%s)", seconds(intensity, stream), stream.id()))
                        .collect(Collectors.joining(" and ")));
    }

    private interface InRound {
        double value(double seconds, int round);
    }

    private Spread paired(JobIntensity intensity, SharedStorageTreatment treatment, InRound value) {
        return of(intensity, treatment)
                .spread(trial -> value.value(trial.totalSeconds(), trial.run().round()));
    }

    /** Seconds of S3A's faster stream, among those that were played. */
    private double s3aSeconds(JobIntensity intensity, int round) {
        return S3A.stream()
                .filter(stream -> wasPlayed(intensity, stream))
                .mapToDouble(stream -> seconds(intensity, stream, round))
                .min()
                .orElseThrow();
    }

    private double seconds(JobIntensity intensity, SharedStorageTreatment treatment, int round) {
        return of(intensity, treatment)
                .where(trial -> trial.run().round() == round)
                .median(SharedStorageTrial::totalSeconds);
    }

    private double seconds(JobIntensity intensity, SharedStorageTreatment treatment) {
        return of(intensity, treatment).median(SharedStorageTrial::totalSeconds);
    }

    private List<Integer> rounds(JobIntensity intensity) {
        return of(intensity, SharedStorageTreatment.COLD).stream()
                .map(trial -> trial.run().round())
                .distinct()
                .toList();
    }

    /** The intensities that were played with this treatment, and with one of the others. */
    private List<JobIntensity> played(List<SharedStorageTreatment> others, SharedStorageTreatment treatment) {
        return Arrays.stream(JobIntensity.values())
                .filter(intensity -> wasPlayed(intensity, treatment)
                        && others.stream().anyMatch(other -> wasPlayed(intensity, other)))
                .toList();
    }

    private boolean wasPlayed(JobIntensity intensity, SharedStorageTreatment treatment) {
        return !of(intensity, treatment).all().isEmpty();
    }

    private Trials<SharedStorageTrial> cold() {
        return trials.where(trial -> trial.treatment() == SharedStorageTreatment.COLD);
    }

    private Trials<SharedStorageTrial> of(JobIntensity intensity, SharedStorageTreatment treatment) {
        return trials.where(trial -> trial.treatment() == treatment && trial.intensity() == intensity);
    }
}

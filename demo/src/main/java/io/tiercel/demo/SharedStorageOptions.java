package io.tiercel.demo;

import io.tiercel.cli.CommandFailure;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.run.SparkScene;
import io.tiercel.demo.sharedstorage.IsolationScene;
import io.tiercel.demo.sharedstorage.JobIntensity;
import io.tiercel.demo.sharedstorage.JobMix;
import io.tiercel.demo.sharedstorage.LinkSettings;
import io.tiercel.demo.sharedstorage.MixScene;
import io.tiercel.demo.sharedstorage.SharedStorageScene;
import io.tiercel.demo.sharedstorage.SharedStorageTreatment;
import io.tiercel.model.ByteSize;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the scene shared-storage alone. */
final class SharedStorageOptions {
    private static final long LEAST_LINK = 1 << 20;
    private static final int MOST_LATENCY = 10_000;

    @Option(
            names = "--link",
            paramLabel = "BYTES",
            converter = ByteSizeConverter.class,
            defaultValue = "24m",
            description =
                    "shared-storage only: bandwidth of the link to S3, per second, for all readers together (default:"
                            + " ${DEFAULT-VALUE}).")
    private ByteSize link = ByteSize.of("24m");

    @Option(
            names = "--latency",
            paramLabel = "MS",
            description =
                    "shared-storage only: milliseconds from a request to the first byte of S3's answer (default: 0; Amazon names 100"
                            + " to 200).")
    private int latency;

    @Option(
            names = "--intensities",
            paramLabel = "I",
            split = ",",
            description =
                    "shared-storage only: jobs to play, among io-heavy, cpu-heavy and parquet (default: all; with --quick"
                            + " io-heavy).")
    private @Nullable List<String> intensities;

    @Option(
            names = "--isolation",
            description =
                    "shared-storage only: play another program that reads S3 while a job prefetches, with a bound and time slices"
                            + " (MixApart, figure 10).")
    private boolean isolation;

    @Option(
            names = "--mixes",
            paramLabel = "N",
            split = ",",
            description =
                    "shared-storage only: play these of MixApart's four mixes of two jobs (table 1) instead, as in 1,2,3,4.")
    private @Nullable List<Integer> mixes;

    /** @param choosesTreatments whether the option --treatments is given */
    void check(boolean choosesTreatments) {
        if (isolation && mixes != null) {
            throw new CommandFailure("--isolation: expected without --mixes");
        }
        if ((intensities != null || choosesTreatments) && (isolation || mixes != null)) {
            throw new CommandFailure((intensities != null ? "--intensities" : "--treatments")
                    + ": expected without --isolation and --mixes");
        }
        if (link.bytes() < LEAST_LINK) {
            throw new CommandFailure("--link: expected at least 1 MiB per second, got " + link.bytes());
        }
        if (latency < 0 || latency > MOST_LATENCY) {
            throw new CommandFailure("--latency: expected 0 to " + MOST_LATENCY + " ms, got " + latency);
        }
    }

    boolean isolation() {
        return isolation;
    }

    /** @param treatments their names; null for those of the scene */
    SparkScene scene(DemoSettings settings, @Nullable List<String> treatments, boolean full) {
        LinkSettings toStorage = new LinkSettings(link, Duration.ofMillis(latency));
        if (mixes != null) {
            List<JobMix> played = mixes.stream().map(JobMix::numbered).toList();
            return new MixScene(settings, toStorage, played, System.out);
        }
        if (isolation) {
            return new IsolationScene(settings, toStorage, System.out);
        }
        Set<SharedStorageTreatment> ways = treatments == null
                ? SharedStorageTreatment.all(full)
                : treatments.stream().map(SharedStorageTreatment::named).collect(Collectors.toSet());
        return new SharedStorageScene(settings, toStorage, intensities(settings.quick()), ways, System.out);
    }

    private List<JobIntensity> intensities(boolean quick) {
        if (intensities != null) {
            return intensities.stream()
                    .map(JobIntensity::named)
                    .distinct()
                    .sorted()
                    .toList();
        }
        return quick ? List.of(JobIntensity.IO_HEAVY) : List.of(JobIntensity.values());
    }
}

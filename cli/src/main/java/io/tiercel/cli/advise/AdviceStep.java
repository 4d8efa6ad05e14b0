package io.tiercel.cli.advise;

import io.tiercel.cli.spark.SparkHome;
import io.tiercel.cli.spark.SparkSubmitLine;
import io.tiercel.sim.whatif.ApplicationGain;
import io.tiercel.sim.whatif.GainBounds;
import io.tiercel.sim.whatif.Means;
import io.tiercel.sim.whatif.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One means that an application would gain from, and how to switch it on.
 *
 * @param why what the log says of it
 * @param configuration lines to add to the application's configuration; none if it has them
 * @param commands to run before it starts
 */
record AdviceStep(Means means, GainBounds gain, String why, List<String> configuration, List<String> commands) {
    private static final String PLUGINS = "spark.plugins";
    private static final String COORDINATOR = "spark.tiercel.coordinator";
    private static final String JOB = "spark.tiercel.job";
    private static final String PORT = ":7411";
    private static final double HALF_A_PERCENT = 0.005;

    /** The means that an application would gain from, those with the least effort first. */
    static List<AdviceStep> of(ApplicationGain gain) {
        List<AdviceStep> steps = new ArrayList<>();
        for (Means means : Means.values()) {
            GainBounds bounds = gain.bounds().getOrDefault(means, GainBounds.NONE);
            if (gain.isVisible(bounds)) {
                List<String> lines = lines(means, gain).stream()
                        .filter(line -> !isSet(line, gain))
                        .toList();
                steps.add(new AdviceStep(means, bounds, why(means, gain), lines, commands(means, gain)));
            }
        }
        return steps;
    }

    /** The means, its bounds and the reason, in words. */
    String text() {
        String beyond = means == Means.PREFETCH ? " beyond placement" : "";
        return means.text() + ": " + AdviceWords.bounds(gain) + beyond + ". " + why;
    }

    private static boolean isSet(String line, ApplicationGain gain) {
        int equals = line.indexOf('=');
        return line.substring(equals + 1).equals(gain.facts().properties().get(line.substring(0, equals)));
    }

    private static String why(Means means, ApplicationGain gain) {
        return switch (means) {
            case PLACEMENT -> placement(gain);
            case MEMORY ->
                "Its input comes into memory before it starts. HDFS needs the coordinator and agents"
                        + " (docs/install.md#memory-as-a-tier).";
            case PREFETCH ->
                "It brings in by itself what shortens it, from when a query starts. The query's first tasks gain by"
                        + " placement alone. HDFS needs the coordinator and agents.";
            case CACHE ->
                "Each node keeps what it reads of S3 or of mounts on a local disk: name a directory there. The first"
                        + " read fills the cache, a later one gains (docs/shared-storage.md).";
        };
    }

    private static String placement(ApplicationGain gain) {
        double remote = gain.reads().remote();
        if (remote >= HALF_A_PERCENT) {
            return AdviceWords.percent(remote) + " of its reading tasks ran away from their input.";
        }
        return gain.reads().local() > 1 - HALF_A_PERCENT
                ? "All reading tasks ran at their input: only a faster tier or a less busy device can help."
                : "Spark knew no place of the input for "
                        + AdviceWords.percent(1 - gain.reads().local()) + " of its reading tasks.";
    }

    private static List<String> lines(Means means, ApplicationGain gain) {
        List<String> lines = new ArrayList<>();
        lines.add(PLUGINS + "=" + SparkSubmitLine.with(property(gain, PLUGINS).orElse(""), SparkHome.PLUGIN));
        switch (means) {
            case PLACEMENT -> {}
            case MEMORY -> {
                lines.add(COORDINATOR + "=" + coordinator(gain));
                lines.add(JOB + "=" + job(gain));
            }
            case PREFETCH -> {
                lines.add(COORDINATOR + "=" + coordinator(gain));
                lines.add("spark.tiercel.prefetch=cost");
            }
            case CACHE -> {
                lines.add("spark.tiercel.cache.directory="
                        + property(gain, "spark.tiercel.cache.directory").orElse("/mnt/ssd/tiercel"));
                mounts(gain).ifPresent(mounts -> lines.add("spark.tiercel.cache.mounts=" + mounts));
                lines.add("spark.tiercel.cache.prefetch=true");
            }
        }
        return lines;
    }

    private static List<String> commands(Means means, ApplicationGain gain) {
        if (means != Means.MEMORY) {
            return List.of();
        }
        SortedSet<String> inHdfs = paths(gain, Storage.HDFS);
        String paths = inHdfs.isEmpty()
                ? "PATH…"
                : inHdfs.stream().map(AdviceStep::quoted).collect(Collectors.joining(" "));
        return List.of(
                "tiercel prefetch --wait --coordinator " + coordinator(gain) + " --job " + job(gain) + " " + paths);
    }

    private static Optional<String> property(ApplicationGain gain, String key) {
        return Optional.ofNullable(gain.facts().properties().get(key)).filter(value -> !value.isBlank());
    }

    private static SortedSet<String> paths(ApplicationGain gain, Storage storage) {
        return gain.reads().paths().stream()
                .filter(path -> Storage.of(path) == storage)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The one in use; else that of the NameNode, if the input names it. */
    private static String coordinator(ApplicationGain gain) {
        return property(gain, COORDINATOR).orElseGet(() -> paths(gain, Storage.HDFS).stream()
                .flatMap(path -> nameNode(path).stream())
                .findFirst()
                .orElse("NAMENODE" + PORT));
    }

    /** As {@code host:7411}; {@code hdfs://NAMESERVICE} for a path without a port. */
    private static Optional<String> nameNode(String path) {
        if (!path.startsWith("hdfs://")) {
            return Optional.empty();
        }
        String rest = path.substring("hdfs://".length());
        int slash = rest.indexOf('/');
        String authority = slash < 0 ? rest : rest.substring(0, slash);
        int colon = authority.lastIndexOf(':');
        if (authority.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(colon < 0 ? "hdfs://" + authority : authority.substring(0, colon) + PORT);
    }

    private static String job(ApplicationGain gain) {
        return property(gain, JOB).orElseGet(() -> {
            String name =
                    gain.facts().name().replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^-+|-+$", "");
            return name.isEmpty() ? "JOB" : name;
        });
    }

    /** The directories of mounted input, separated by commas; empty if it read none. */
    private static Optional<String> mounts(ApplicationGain gain) {
        String mounts = paths(gain, Storage.FILES).stream()
                .map(path -> path.replaceFirst("^file:/+", "/"))
                .collect(Collectors.joining(","));
        return mounts.isEmpty() ? Optional.empty() : Optional.of(mounts);
    }

    /** For a shell. */
    private static String quoted(String path) {
        return path.matches("[A-Za-z0-9_./:=@%+-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }
}

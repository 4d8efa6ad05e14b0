package io.tiercel.cli.advise;

import io.tiercel.cli.spark.SparkHome;
import io.tiercel.cli.spark.SparkSubmitLine;
import io.tiercel.cli.spark.SwitchedOff;
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
import java.util.stream.Stream;

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
    private static final String MOUNTS = "spark.tiercel.cache.mounts";
    private static final String CACHE = "spark.tiercel.cache.directory";
    private static final String PREFETCH = "spark.tiercel.prefetch";
    private static final String HDFS = "hdfs://";
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
                        + " (docs/install.md#memory-as-a-tier)." + unsure(gain);
            case PREFETCH ->
                "It brings in by itself what shortens it, from when a query starts. The query's first tasks gain by"
                        + " placement alone. HDFS needs the coordinator and agents." + unsure(gain);
            case CACHE ->
                "Each node keeps what it reads of S3 or of mounts on a local disk: name a directory there. The first"
                        + " read fills the cache, a later one gains (docs/shared-storage.md)."
                        + (mounts(gain).isEmpty()
                                ? ""
                                : " For mounts, name the directories that have the same files on all nodes.");
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
        SwitchedOff.by(gain.facts().properties()).forEach(off -> lines.add(off.undone()));
        switch (means) {
            case PLACEMENT -> {}
            case MEMORY -> {
                lines.add(COORDINATOR + "=" + coordinator(gain));
                lines.add(JOB + "=" + job(gain));
            }
            case PREFETCH -> {
                lines.add(COORDINATOR + "=" + coordinator(gain));
                lines.add(PREFETCH + "="
                        + property(gain, PREFETCH)
                                .filter(value -> !value.equals("none"))
                                .orElse("cost"));
            }
            case CACHE -> {
                lines.add(CACHE + "=" + property(gain, CACHE).orElse("/mnt/ssd/tiercel"));
                List<String> mounts = mounts(gain);
                if (!mounts.isEmpty()) {
                    lines.add(MOUNTS + "=" + String.join(",", mounts));
                }
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
        return List.of("tiercel prefetch --wait --coordinator " + quoted(coordinator(gain)) + " --job "
                + quoted(job(gain)) + " " + paths);
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
        return property(gain, COORDINATOR).orElseGet(() -> nameNode(gain)
                .map(name -> gain.facts().isNameservice(name) ? HDFS + name : name.replaceFirst(":\\d*$", "") + PORT)
                .orElse("NAMENODE" + PORT));
    }

    /** Empty, or a sentence: without a port, a name may be that of a nameservice, and not every log has Hadoop's keys. */
    private static String unsure(ApplicationGain gain) {
        return property(gain, COORDINATOR).isPresent()
                ? ""
                : nameNode(gain)
                        .filter(name -> !name.contains(":") && !gain.facts().isNameservice(name))
                        .map(name ->
                                " If " + name + " is a nameservice, write " + HDFS + name + " for " + name + PORT + ".")
                        .orElse("");
    }

    /** The first NameNode or nameservice of the input, as its path names it. */
    private static Optional<String> nameNode(ApplicationGain gain) {
        return paths(gain, Storage.HDFS).stream()
                .filter(path -> path.startsWith(HDFS))
                .map(path -> path.substring(HDFS.length()).replaceFirst("/.*", ""))
                .filter(name -> !name.isEmpty())
                .findFirst();
    }

    private static String job(ApplicationGain gain) {
        return property(gain, JOB).orElseGet(() -> {
            String name =
                    gain.facts().name().replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^-+|-+$", "");
            return name.isEmpty() ? "JOB" : name;
        });
    }

    /** Directories of mounted input: those in use, and those of input that lies below none of them. */
    private static List<String> mounts(ApplicationGain gain) {
        List<String> mounts = new ArrayList<>();
        property(gain, MOUNTS).stream()
                .flatMap(value -> Stream.of(value.split(",")))
                .map(String::strip)
                .forEach(mounts::add);
        for (String path : paths(gain, Storage.FILES)) {
            String directory = directory(path.replaceFirst("^file:/+", "/"));
            if (mounts.stream().noneMatch(mount -> (directory + "/").startsWith(mount.replaceFirst("/$", "") + "/"))) {
                mounts.add(directory);
            }
        }
        return mounts;
    }

    /** A path without its pattern, or without a last name that has an ending: a file is no mount. */
    private static String directory(String path) {
        String plain = path.replaceFirst("/[^/]*[*?\\[{].*", "");
        String directory =
                (plain.equals(path) ? path.replaceFirst("/+[^/]*\\.\\w+$", "") : plain).replaceFirst("/+$", "");
        // The root has files that differ from node to node.
        return directory.isEmpty() ? "/DIRECTORY" : directory;
    }

    /** For a shell. */
    private static String quoted(String path) {
        return path.matches("[A-Za-z0-9_./:=@%+-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }
}

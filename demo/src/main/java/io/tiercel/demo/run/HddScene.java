package io.tiercel.demo.run;

import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PluginJars;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MachineRequirements;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.testkit.ClusterBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A scene that is played with text on HDDs alone, on one cluster with memory as a tier. */
public final class HddScene {
    private final DemoSettings settings;
    private final PrintStream out;
    private final Instant started = Instant.now();

    public HddScene(DemoSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /** What is done on the cluster. */
    @FunctionalInterface
    public interface Measuring {
        /** @param records where schedulers write what they have decided */
        void on(DemoCluster cluster, Path records) throws IOException, InterruptedException;
    }

    /**
     * Plays it, and writes its report into the settings' directory. The cluster goes afterwards; its logs stay if it fails.
     *
     * @param more what the cluster is to be beside what all are
     * @param findings asked for when the cluster is gone
     * @return the exit code: 1 if results differ
     */
    public int play(
            MemoryTierConfig memory,
            UnaryOperator<ClusterBuilder> more,
            Measuring measuring,
            Supplier<SceneFindings> findings)
            throws IOException, InterruptedException {
        Path directory =
                Files.createDirectories(settings.out()).toAbsolutePath().normalize();
        MachineRequirements.requireRoom(settings, directory);
        Path records = Files.createDirectories(directory.resolve("records"));
        out.printf("Starting HDFS and Spark: %d nodes, HDD %s/s%n", settings.nodes(), settings.hdd());
        ClusterBuilder builder =
                DemoCluster.builder(settings, memory).storagePolicy("HOT").pluginJar(PluginJars.find());
        try (DemoCluster cluster = DemoCluster.start(more.apply(builder), directory.resolve("cluster"))) {
            try {
                measuring.on(cluster, records);
            } catch (IOException | RuntimeException e) {
                cluster.keepLogs();
                throw e;
            }
        }
        SceneFindings found = findings.get();
        SceneOutput.show(found.build(started), directory, out);
        return found.identical() ? ExitCodes.OK : ExitCodes.NEGATIVE;
    }

    /** One clause: where the text lies and who may read it. */
    public static String nodes(DemoSettings settings) {
        return String.format(
                Locale.ROOT,
                "%d nodes with one HDD (%s/s) and %d task %s each",
                settings.nodes(),
                settings.hdd(),
                settings.slots(),
                settings.slots() == 1 ? "slot" : "slots");
    }

    /**
     * The settings, as a report shows them.
     *
     * @param own those of the scene alone
     */
    public static Map<String, String> shown(DemoSettings settings, Map<String, String> own) {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("input", settings.size() + " of text");
        shown.put("block size", settings.blockSize().toString());
        shown.put("replication", settings.replication() + ", all on HDD");
        shown.put("nodes, racks", settings.nodes() + ", " + settings.racks());
        shown.put("task slots per node", Integer.toString(settings.slots()));
        shown.put("HDD, per node", settings.hdd() + "/s");
        shown.putAll(own);
        shown.put("rounds", Integer.toString(settings.rounds()));
        shown.put("seed of the order", Long.toString(settings.seed()));
        return shown;
    }
}

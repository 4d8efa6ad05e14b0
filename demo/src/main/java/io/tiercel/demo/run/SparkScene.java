package io.tiercel.demo.run;

import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PluginJars;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MachineRequirements;
import io.tiercel.demo.report.ReportBuilder;
import io.tiercel.demo.report.ReportFiles;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.testkit.ClusterBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Plays a scene on one cluster of HDFS and Spark, with memory as a tier. */
public final class SparkScene {
    /** As a shell reports a program that Ctrl-C has ended. */
    private static final int INTERRUPTED = 130;

    private final DemoSettings settings;
    private final PrintStream out;
    private final Instant started = Instant.now();

    public SparkScene(DemoSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /** The scene's own part: writes data, runs jobs, and reports. */
    @FunctionalInterface
    public interface Measuring {
        /** @param records where schedulers write their decisions */
        ReportBuilder on(DemoCluster cluster, Path records) throws IOException, InterruptedException;
    }

    /** Done when the report is written, before the cluster stops. */
    @FunctionalInterface
    public interface Afterwards {
        void on(DemoCluster cluster) throws InterruptedException;
    }

    /**
     * Plays the scene and writes its report into the settings' directory. The cluster goes afterwards; its logs stay if it fails.
     *
     * @return the exit code: 1 if results differ
     */
    public int play(ClusterBuilder builder, Measuring measuring, Afterwards afterwards)
            throws IOException, InterruptedException {
        Path directory =
                Files.createDirectories(settings.out()).toAbsolutePath().normalize();
        MachineRequirements.requireRoom(settings, directory);
        Path records = Files.createDirectories(directory.resolve("records"));
        try (DemoCluster cluster =
                DemoCluster.start(settings, builder.pluginJar(PluginJars.find()), directory.resolve("cluster"), out)) {
            try {
                SceneReport report = measuring.on(cluster, records).build(started);
                ReportFiles.show(report, directory, out);
                afterwards.on(cluster);
                return report.hasSameResults() ? ExitCodes.OK : ExitCodes.NEGATIVE;
            } catch (IOException | RuntimeException e) {
                if (cluster.ended()) {
                    // After Ctrl-C a failure of what was under way is no news.
                    return INTERRUPTED;
                }
                cluster.keepLogs();
                throw e;
            }
        }
    }
}

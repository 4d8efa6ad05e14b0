package io.tiercel.demo.run;

import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MachineRequirements;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.report.ReportFiles;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.testkit.ClusterBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** A scene on one cluster of HDFS and an engine, with memory as a tier. */
public abstract class ClusterScene {
    /** As a shell reports a program that Ctrl-C has ended. */
    private static final int INTERRUPTED = 130;

    protected final DemoSettings settings;
    protected final PrintStream out;
    protected final MemoryTierConfig memory;
    protected final MachineLoad load = new MachineLoad();
    private final Instant started = Instant.now();

    protected ClusterScene(DemoSettings settings, PrintStream out, MemoryTierConfig memory) {
        this.settings = settings;
        this.out = out;
        this.memory = memory;
    }

    /** Completes the options of the scene's cluster; by default all replicas are on HDD. */
    protected ClusterBuilder options(ClusterBuilder cluster) {
        return cluster.storagePolicy("HOT");
    }

    /** Writes data, runs jobs, and reports; schedulers write their decisions into {@code records}. */
    protected abstract ReportBuilder measure(DemoCluster cluster, Path records)
            throws IOException, InterruptedException;

    /** Done when the report is written, before the cluster stops. */
    protected void afterwards(DemoCluster cluster) throws InterruptedException {}

    /**
     * Plays the scene and writes its report into the settings' directory. The cluster goes afterwards; its logs stay if it fails.
     *
     * @return the exit code: 1 if results differ
     */
    public final int run() throws IOException, InterruptedException {
        Path directory =
                Files.createDirectories(settings.out()).toAbsolutePath().normalize();
        MachineRequirements.requireRoom(settings, directory);
        Path records = Files.createDirectories(directory.resolve("records"));
        try (DemoCluster cluster = start(directory.resolve("cluster"))) {
            try {
                SceneReport report = load.in(measure(cluster, records)).build(started);
                ReportFiles.show(report, directory, out);
                afterwards(cluster);
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

    /** Adds the engine to the cluster, or leaves it out. */
    protected abstract ClusterBuilder engine(ClusterBuilder cluster);

    /** The systems that start with the cluster, for people. */
    protected String systems() {
        return "HDFS and Spark";
    }

    /** Daemons that start with the cluster. */
    protected int daemons() {
        return 2 * settings.nodes() + 2;
    }

    private DemoCluster start(Path directory) {
        String title = "Starting %s on %d nodes in %d racks".formatted(systems(), settings.nodes(), settings.racks());
        try (ProgressDisplay progress = ProgressDisplay.of(out, title, " daemons", daemons())) {
            progress.step(0, "");
            return DemoCluster.start(
                    engine(options(DemoCluster.builder(settings, memory))).whenUp(daemon -> progress.step(1, daemon)),
                    directory);
        }
    }
}

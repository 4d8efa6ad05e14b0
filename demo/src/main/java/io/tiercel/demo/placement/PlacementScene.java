package io.tiercel.demo.placement;

import io.tiercel.cli.PluginJars;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MachineRequirements;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.report.ReportFiles;
import io.tiercel.demo.run.DemoProgress;
import io.tiercel.demo.run.JobApplication;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.fs.FileSystem;

/** The demo from start to end. */
public final class PlacementScene {
    private static final long MIB = 1 << 20;
    /** As a shell says it of what Ctrl-C has ended. */
    private static final int INTERRUPTED = 130;
    /** Small, and yet at least one file for every slot. */
    private static final long WARM_UP_FILE = MIB;

    private final DemoSettings settings;
    private final PrintStream out;
    private final Instant started = Instant.now();

    public PlacementScene(DemoSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /** @return the process' exit code: 1 if a policy's results differ from the baseline's */
    public int run() throws IOException, InterruptedException {
        Path directory =
                Files.createDirectories(settings.out()).toAbsolutePath().normalize();
        MachineRequirements.requireRoom(settings, directory);
        Path plugin = PluginJars.find();
        Path records = Files.createDirectories(directory.resolve("records"));
        out.printf(
                "Starting HDFS and Spark: %d nodes in %d racks, SSD %s/s, HDD %s/s%n",
                settings.nodes(), settings.racks(), settings.ssd(), settings.hdd());
        try (DemoCluster cluster = start(plugin, directory)) {
            say("The cluster is up");
            try {
                TpchDataset dataset = write(cluster);
                say("The data is written");
                DemoReport report = report(dataset, measure(cluster, records));
                int exitCode = show(report, directory);
                if (settings.keep()) {
                    keep(cluster, dataset);
                }
                return exitCode;
            } catch (IOException | RuntimeException e) {
                if (cluster.ended()) {
                    // Ctrl-C: whatever was under way has failed, and that is what was asked for.
                    return INTERRUPTED;
                }
                cluster.keepLogs();
                throw e;
            }
        }
    }

    private DemoCluster start(Path plugin, Path directory) throws IOException {
        MemoryTierConfig memory = MemoryTierConfig.withBudget(settings.size().bytes());
        return DemoCluster.start(DemoCluster.builder(settings, memory).pluginJar(plugin), directory.resolve("cluster"));
    }

    private void say(String what) {
        out.printf(
                "%s, %d s after the start%n",
                what, Duration.between(started, Instant.now()).toSeconds());
    }

    private TpchDataset write(DemoCluster cluster) throws InterruptedException, IOException {
        FileSystem fileSystem = cluster.cluster().fileSystem();
        TpchDataset dataset = TpchDataset.ofSize(
                fileSystem.makeQualified(new org.apache.hadoop.fs.Path("/tpch")),
                settings.size().bytes(),
                settings.blockSize().bytes());
        int files = 2 * settings.nodes() * settings.slots();
        TpchDataset warmUp = TpchDataset.ofSize(
                fileSystem.makeQualified(new org.apache.hadoop.fs.Path("/warm-up")),
                2 * files * WARM_UP_FILE,
                WARM_UP_FILE);
        long total = (settings.size().bytes() + 2 * files * WARM_UP_FILE) / MIB;
        long[] bytes = {0};
        try (DemoProgress progress = DemoProgress.of(out, "Writing TPC-H data", "MiB", total)) {
            cluster.write(List.of(dataset, warmUp), more -> {
                synchronized (bytes) {
                    long before = bytes[0] / MIB;
                    bytes[0] += more;
                    progress.step(bytes[0] / MIB - before, "");
                }
            });
        }
        return dataset;
    }

    private List<PlacementTrial> measure(DemoCluster cluster, Path records) throws IOException {
        long total = (long) settings.rounds()
                * settings.policies().size()
                * settings.jobs().size();
        String uri = cluster.cluster().hdfsUri();
        try (DemoProgress progress = DemoProgress.of(out, "Running", "jobs", total)) {
            return new PlacementRounds(
                            settings,
                            cluster.cluster(),
                            new JobApplication.DataPaths(uri + "/tpch", uri + "/warm-up"),
                            records,
                            progress)
                    .run();
        }
    }

    private DemoReport report(TpchDataset dataset, List<PlacementTrial> trials) {
        return new PlacementReport(settings, dataset, started, Duration.between(started, Instant.now()))
                .build(new PolicyComparison(trials));
    }

    private int show(DemoReport report, Path directory) throws IOException {
        out.println();
        SummaryTable.lines(report.overall()).forEach(out::println);
        out.println();
        ReportFiles.write(report, directory).forEach(file -> out.println("Written: " + file));
        if (report.identical()) {
            out.printf(
                    "All %d runs returned the same results as %s.%n",
                    report.trials().size(), PolicyComparison.BASELINE);
            return 0;
        }
        report.differences().forEach(difference -> out.println("DIFFERENT RESULT: " + difference));
        return 1;
    }

    private void keep(DemoCluster cluster, TpchDataset dataset) throws InterruptedException {
        out.println();
        out.println("The cluster stays up until Ctrl-C. Its data is in " + dataset.root() + ".");
        out.println(cluster.cluster().describe());
        // Until the process is told to end, and the cluster with it.
        new CountDownLatch(1).await();
    }
}

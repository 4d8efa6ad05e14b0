package io.tiercel.demo.placement;

import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.DataPaths;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.data.TpchDataset.Content;
import io.tiercel.demo.jobs.TpchJob;
import io.tiercel.demo.report.ReportBuilder;
import io.tiercel.demo.run.JobApplication;
import io.tiercel.demo.run.JobRunner;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.demo.run.RunOrder;
import io.tiercel.demo.run.SparkScene;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The scene <em>placement</em>: the same jobs over TPC-H data under every policy. */
public final class PlacementScene {
    private static final long MIB = 1 << 20;

    private final DemoSettings settings;
    private final PrintStream out;

    public PlacementScene(DemoSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /** Plays the scene and writes its report into the settings' directory; 1 if results differ. */
    public int run() throws IOException, InterruptedException {
        MemoryTierConfig memory = MemoryTierConfig.withBudget(settings.size().bytes());
        return new SparkScene(settings, out).play(DemoCluster.builder(settings, memory), this::measure, cluster -> {
            if (settings.keep()) {
                keep(cluster);
            }
        });
    }

    private ReportBuilder measure(DemoCluster cluster, java.nio.file.Path records)
            throws IOException, InterruptedException {
        FileSystem files = cluster.cluster().fileSystem();
        TpchDataset data = TpchDataset.ofSize(
                files.makeQualified(new Path("/tpch")),
                Content.TEXT_AND_PARQUET,
                settings.size().bytes(),
                settings.blockSize().bytes());
        // Small, and yet at least one file of each table and format for every slot.
        long warmUpBytes = 4 * settings.nodes() * settings.slots() * MIB;
        TpchDataset warmUp = TpchDataset.ofSize(
                files.makeQualified(new Path("/warm-up")), Content.TEXT_AND_PARQUET, warmUpBytes, MIB);
        cluster.write(out, settings.size().bytes() + warmUpBytes, (nodes, written) -> Stream.of(data, warmUp)
                .flatMap(each -> each.writers(nodes, written).stream())
                .toList());
        String uri = cluster.cluster().hdfsUri();
        return new PlacementReport(
                        settings,
                        data.scale(),
                        trials(cluster, new DataPaths(uri + "/tpch", uri + "/warm-up"), records))
                .report();
    }

    /** Runs every job under every policy, round after round, one application for each policy and round. */
    private List<PlacementTrial> trials(DemoCluster cluster, DataPaths paths, java.nio.file.Path records)
            throws IOException {
        List<String> jobs = settings.jobs().stream().map(TpchJob::id).toList();
        long total = (long) settings.rounds() * settings.policies().size() * jobs.size();
        List<PlacementTrial> trials = new ArrayList<>();
        try (ProgressDisplay progress = ProgressDisplay.of(out, "Running", " jobs", total);
                JobRunner runner =
                        JobRunner.on(cluster.cluster(), records, progress, JobRunner.cold(cluster.cluster()))) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (String policy : RunOrder.order(settings.policies(), round, settings.seed())) {
                    JobApplication application = new JobApplication(settings, policy, paths, records, jobs, Map.of());
                    for (JobRunner.Measured each : runner.run("round " + round + ", " + policy, application)) {
                        trials.add(new PlacementTrial(policy, each.job().job(), JobTrial.of(round, each)));
                    }
                }
            }
        }
        return trials;
    }

    private void keep(DemoCluster cluster) throws InterruptedException {
        out.println();
        out.println("The cluster stays up until Ctrl-C. Its data is in "
                + cluster.cluster().hdfsUri() + "/tpch.");
        out.println(cluster.cluster().describe());
        new CountDownLatch(1).await();
    }
}

package io.tiercel.demo.placement;

import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.cluster.SceneData;
import io.tiercel.demo.data.TpchDataset.Content;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.placement.PolicyComparison.PlacementTrial;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.run.JobApplication;
import io.tiercel.demo.run.JobRunner;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.demo.run.RunOrder;
import io.tiercel.demo.run.SparkScene;
import io.tiercel.testkit.ClusterBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

public final class PlacementScene extends SparkScene {
    private static final String DATA = "/tpch";

    /** Small, and yet at least one file of each table and format for every slot. */
    private static final int WARM_UP_MIB = 4;

    public PlacementScene(DemoSettings settings, PrintStream out) {
        super(settings, out, MemoryTierConfig.withBudget(settings.size().bytes()));
    }

    @Override
    protected ClusterBuilder options(ClusterBuilder cluster) {
        return cluster;
    }

    /** Runs every job under every policy, round after round, one application for each policy and round. */
    @Override
    protected ReportBuilder measure(DemoCluster demo, Path records) throws IOException, InterruptedException {
        SceneData data = SceneData.write(demo, settings, DATA, Content.TEXT_AND_PARQUET, WARM_UP_MIB, out);
        List<String> jobs = settings.jobs().stream().map(SparkJob::id).toList();
        long total = (long) settings.rounds() * settings.policies().size() * jobs.size();
        List<PlacementTrial> trials = new ArrayList<>();
        try (ProgressDisplay progress = ProgressDisplay.of(out, "Running", " jobs", total);
                JobRunner runner = new JobRunner(demo.cluster(), records, progress, load, job -> {
                    demo.cluster().evictPageCache();
                    return demo.cluster().counters();
                })) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (String policy : RunOrder.order(settings.policies(), round, settings.seed())) {
                    JobApplication application = new JobApplication(settings, policy, data, records, jobs, Map.of());
                    for (JobRunner.Measured each : runner.run("round " + round + ", " + policy, application)) {
                        trials.add(new PlacementTrial(policy, each.job().job(), JobTrial.of(round, each)));
                    }
                }
            }
        }
        return new PlacementReport(settings, data.scale(), trials).report();
    }

    @Override
    protected void afterwards(DemoCluster demo) throws InterruptedException {
        if (settings.keep()) {
            out.println();
            out.println("The cluster stays up until Ctrl-C. Its data is in "
                    + demo.cluster().hdfsUri() + DATA + ".");
            out.println(demo.cluster().describe());
            new CountDownLatch(1).await();
        }
    }
}

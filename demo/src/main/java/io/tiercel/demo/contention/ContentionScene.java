package io.tiercel.demo.contention;

import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.cluster.SceneData;
import io.tiercel.demo.contention.ContentionReport.ContentionTrial;
import io.tiercel.demo.data.TpchDataset.Content;
import io.tiercel.demo.jobs.SparkJob;
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

/** The same search under three policies, with several slots on each node and devices of nearly the same speed. */
public final class ContentionScene extends SparkScene {
    static final List<String> POLICIES = List.of(DemoSettings.BASELINE, "trident", "tiercel");

    /** In one application. In the first one nothing is known of the devices. */
    private static final List<String> JOBS = List.of("first", "second", "third");

    private static final int WARM_UP_MIB = 4;

    public ContentionScene(DemoSettings settings, PrintStream out) {
        super(settings, out, MemoryTierConfig.withBudget(0));
    }

    @Override
    protected ClusterBuilder options(ClusterBuilder cluster) {
        return cluster; // one replica of each block on an SSD
    }

    @Override
    protected ReportBuilder measure(DemoCluster demo, Path records) throws IOException, InterruptedException {
        SceneData data = SceneData.write(demo, settings, "/lines", Content.LINES, WARM_UP_MIB, out);
        List<String> jobs =
                JOBS.stream().map(name -> SparkJob.GREP.id() + "@" + name).toList();
        long total = (long) settings.rounds() * POLICIES.size() * jobs.size();
        List<ContentionTrial> trials = new ArrayList<>();
        // The samples of the job that ran before belong to it until the next one begins.
        List<List<DeviceSampler.Sample>> ended = new ArrayList<>();
        try (ProgressDisplay progress = ProgressDisplay.of(out, "Running", " jobs", total);
                DeviceSampler sampler = new DeviceSampler(() -> demo.cluster().counters());
                JobRunner runner = new JobRunner(demo.cluster(), records, progress, load, job -> {
                    if (job > 0) {
                        ended.add(sampler.samples());
                    }
                    demo.cluster().evictPageCache();
                    sampler.begin();
                    return demo.cluster().counters();
                })) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (String policy : RunOrder.order(POLICIES, round, settings.seed())) {
                    ended.clear();
                    JobApplication application = new JobApplication(settings, policy, data, records, jobs, Map.of());
                    List<JobRunner.Measured> measured = runner.run("round " + round + ", " + policy, application);
                    ended.add(sampler.samples());
                    for (int job = 0; job < measured.size(); job++) {
                        trials.add(new ContentionTrial(
                                policy, job + 1, ended.get(job), JobTrial.of(round, measured.get(job))));
                    }
                }
            }
        }
        return new ContentionReport(settings, trials).report();
    }
}

package io.tiercel.demo.reuse;

import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.LineData;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.jobs.TpchJob;
import io.tiercel.demo.report.ReportBuilder;
import io.tiercel.demo.run.JobApplication;
import io.tiercel.demo.run.JobRunner;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.demo.run.RunOrder;
import io.tiercel.demo.run.SparkScene;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The scene <em>re-use</em>. */
public final class ReuseScene {
    static final String BASELINE = DemoSettings.BASELINE;
    static final List<String> POLICIES = List.of(BASELINE, "quartet", "trident");

    private final DemoSettings settings;
    private final PrintStream out;

    public ReuseScene(DemoSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /** Plays the scene and writes its report into the settings' directory; 1 if results differ. */
    public int run() throws IOException, InterruptedException {
        // Nothing is brought in: agents only watch.
        MemoryTierConfig memory = MemoryTierConfig.withBudget(0);
        return new SparkScene(settings, out)
                .play(
                        DemoCluster.builder(settings, memory).storagePolicy("HOT"),
                        (cluster, records) -> measure(cluster, memory, records),
                        cluster -> {});
    }

    private ReportBuilder measure(DemoCluster cluster, MemoryTierConfig memory, Path records)
            throws IOException, InterruptedException {
        LineData data = LineData.write(cluster, settings, out);
        List<String> jobs = ReuseRun.all().stream()
                .map(run -> TpchJob.GREP.id() + "@" + run.name())
                .toList();
        long total = (long) settings.rounds() * POLICIES.size() * jobs.size();
        List<ReuseTrial> trials = new ArrayList<>();
        try (ProgressDisplay progress = ProgressDisplay.of(out, "Running", " jobs", total);
                ReusePreparation preparation = new ReusePreparation(cluster.cluster(), memory, data.lines(), settings);
                JobRunner runner = JobRunner.on(cluster.cluster(), records, progress, preparation::prepare)) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (String policy : RunOrder.order(POLICIES, round, settings.seed())) {
                    Map<String, String> more =
                            policy.equals(BASELINE) ? Map.of() : Map.of("spark.tiercel.coordinator", memory.address());
                    JobApplication application =
                            new JobApplication(settings, policy, data.paths(), records, jobs, more);
                    for (JobRunner.Measured each : runner.run("round " + round + ", " + policy, application)) {
                        ReuseRun run = ReuseRun.named(each.job().job());
                        trials.add(new ReuseTrial(policy, run.fit().id(), run.second(), JobTrial.of(round, each)));
                    }
                }
            }
        }
        return new ReuseReport(settings, trials).report();
    }
}

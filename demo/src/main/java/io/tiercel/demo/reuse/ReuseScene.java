package io.tiercel.demo.reuse;

import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryControl;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.cluster.SceneData;
import io.tiercel.demo.data.TpchDataset.Content;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.report.Identified;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.reuse.ReuseReport.ReuseTrial;
import io.tiercel.demo.run.JobApplication;
import io.tiercel.demo.run.JobRunner;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.demo.run.RunOrder;
import io.tiercel.demo.run.SparkScene;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

public final class ReuseScene extends SparkScene {
    static final String BASELINE = DemoSettings.BASELINE;
    static final List<String> POLICIES = List.of(BASELINE, "quartet", "trident");

    /** One job of the scene; {@code second} if an identical job has run just before. */
    private record Run(MemoryFit fit, boolean second) {
        String argument() {
            String name = (second ? "second job, " : "first job, ") + fit.title;
            return SparkJob.GREP.id() + "@" + name.replace(' ', '_');
        }
    }

    /** In the order in which one application runs them. */
    private static final List<Run> RUNS = Arrays.stream(MemoryFit.values())
            .flatMap(fit -> Stream.of(new Run(fit, false), new Run(fit, true)))
            .toList();

    public ReuseScene(DemoSettings settings, PrintStream out) {
        // Nothing is brought in: agents only watch.
        super(settings, out, MemoryTierConfig.withBudget(0));
    }

    @Override
    protected ReportBuilder measure(DemoCluster demo, Path records) throws IOException, InterruptedException {
        SceneData data = SceneData.write(demo, settings, "/lines", Content.LINES, 2, out);
        List<String> jobs = RUNS.stream().map(Run::argument).toList();
        long total = (long) settings.rounds() * POLICIES.size() * jobs.size();
        List<ReuseTrial> trials = new ArrayList<>();
        try (ProgressDisplay progress = ProgressDisplay.of(out, "Running", " jobs", total);
                MemoryControl control = new MemoryControl(demo.cluster(), memory);
                JobRunner runner = new JobRunner(
                        demo.cluster(),
                        records,
                        progress,
                        load,
                        job -> prepare(RUNS.get(job), demo.cluster(), control, data))) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (String policy : RunOrder.order(POLICIES, round, settings.seed())) {
                    Map<String, String> more =
                            policy.equals(BASELINE) ? Map.of() : Map.of("spark.tiercel.coordinator", memory.address());
                    List<JobRunner.Measured> measured = runner.run(
                            "round " + round + ", " + policy,
                            new JobApplication(settings, policy, data, records, jobs, more));
                    for (int i = 0; i < RUNS.size(); i++) {
                        Run run = RUNS.get(i);
                        trials.add(
                                new ReuseTrial(policy, run.fit(), run.second(), JobTrial.of(round, measured.get(i))));
                    }
                }
            }
        }
        return new ReuseReport(settings, trials).report();
    }

    /**
     * Before the first of two jobs everything is cold, the coordinator knows it, and the nodes get their budget of memory. The second
     * starts at once, with the data that the first left in memory.
     */
    private DeviceCounters prepare(Run run, TieredCluster cluster, MemoryControl control, SceneData data) {
        if (!run.second()) {
            cluster.evictPageCache();
            cluster.pageCache(run.fit().budget(settings.size().bytes(), settings.nodes()));
            control.awaitCold(List.of(data.lines().toUri().getPath()));
        }
        return cluster.counters();
    }

    /** How much of the input the nodes' page caches hold together. */
    enum MemoryFit implements Identified {
        FITS("memory for twice the input", 2),
        TOO_LARGE("memory for half the input", 0.5);

        final String title;
        private final double share;

        MemoryFit(String title, double share) {
            this.title = title;
            this.share = share;
        }

        long budget(long input, int nodes) {
            return Math.round(share * input / nodes);
        }
    }
}

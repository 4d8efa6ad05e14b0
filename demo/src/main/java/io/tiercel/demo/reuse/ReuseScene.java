package io.tiercel.demo.reuse;

import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.LineData;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.jobs.JobMeasurement;
import io.tiercel.demo.jobs.TpchJob;
import io.tiercel.demo.run.DemoProgress;
import io.tiercel.demo.run.HddScene;
import io.tiercel.demo.run.JobApplication;
import io.tiercel.demo.run.JobRunner;
import io.tiercel.demo.run.RunOrder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The scene <em>re-use</em>. */
public final class ReuseScene {
    static final String BASELINE = "stock";
    static final List<String> POLICIES = List.of(BASELINE, "quartet", "trident");

    private final DemoSettings settings;
    private final PrintStream out;
    private final List<ReuseTrial> trials = new ArrayList<>();

    public ReuseScene(DemoSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /** Plays it, and writes its report into the settings' directory; 1 if results differ. */
    public int run() throws IOException, InterruptedException {
        // Nothing is to be brought in: agents only watch.
        MemoryTierConfig memory = MemoryTierConfig.withBudget(0);
        return new HddScene(settings, out)
                .play(
                        memory,
                        cluster -> cluster,
                        (cluster, records) -> measure(cluster, memory, records),
                        () -> new ReuseReport(settings, List.copyOf(trials)));
    }

    private void measure(DemoCluster cluster, MemoryTierConfig memory, Path records)
            throws IOException, InterruptedException {
        LineData data = LineData.write(cluster, settings);
        List<String> jobs = ReuseRun.all().stream()
                .map(turn -> TpchJob.GREP.id() + "@" + turn.name())
                .toList();
        long total = (long) settings.rounds() * POLICIES.size() * jobs.size();
        try (DemoProgress progress = DemoProgress.of(out, "Running", "jobs", total);
                ReusePreparation caches = new ReusePreparation(cluster.cluster(), memory, data.lines(), settings);
                JobRunner runs = JobRunner.on(cluster.cluster(), records, progress, caches::prepare)) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (String policy : RunOrder.order(POLICIES, round, settings.seed())) {
                    Map<String, String> more =
                            policy.equals(BASELINE) ? Map.of() : Map.of("spark.tiercel.coordinator", memory.address());
                    JobApplication application =
                            new JobApplication(settings, policy, data.paths(), records, jobs, more);
                    for (JobRunner.Measured each :
                            runs.run("round " + round + ", " + policy, application::app, jobs.size())) {
                        trials.add(trial(round, policy, each));
                    }
                }
            }
        }
    }

    private static ReuseTrial trial(int round, String policy, JobRunner.Measured measured) {
        JobMeasurement result = measured.result();
        ReuseRun turn = ReuseRun.named(result.job());
        return new ReuseTrial(
                round,
                policy,
                turn.fit().id(),
                turn.second(),
                result.seconds(),
                measured.tiers(),
                measured.servedBytes(),
                result.rows(),
                result.sha256());
    }
}

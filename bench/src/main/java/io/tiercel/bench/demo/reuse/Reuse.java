package io.tiercel.bench.demo.reuse;

import io.tiercel.bench.demo.jobs.DemoJob;
import io.tiercel.bench.demo.jobs.JobResult;
import io.tiercel.bench.demo.world.Application;
import io.tiercel.bench.demo.world.DemoCluster;
import io.tiercel.bench.demo.world.DemoSettings;
import io.tiercel.bench.demo.world.HddScene;
import io.tiercel.bench.demo.world.JobRuns;
import io.tiercel.bench.demo.world.LineData;
import io.tiercel.bench.demo.world.MemoryTier;
import io.tiercel.bench.demo.world.Progress;
import io.tiercel.bench.demo.world.Rotation;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The scene <em>re-use</em>. */
public final class Reuse {
    static final String BASELINE = "stock";
    static final List<String> POLICIES = List.of(BASELINE, "quartet", "trident");

    private final DemoSettings settings;
    private final PrintStream out;
    private final List<ReuseTrial> trials = new ArrayList<>();

    public Reuse(DemoSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /** Plays it, and writes its report into the settings' directory; 1 if results differ. */
    public int run() throws IOException, InterruptedException {
        // Nothing is to be brought in: agents only watch.
        MemoryTier memory = MemoryTier.withBudget(0);
        return new HddScene(settings, out)
                .play(
                        memory,
                        cluster -> cluster,
                        (cluster, records) -> measure(cluster, memory, records),
                        () -> new ReuseReport(settings, List.copyOf(trials)));
    }

    private void measure(DemoCluster cluster, MemoryTier memory, Path records)
            throws IOException, InterruptedException {
        LineData data = LineData.write(cluster, settings);
        List<String> jobs = Turn.all().stream()
                .map(turn -> DemoJob.GREP.id() + "@" + turn.name())
                .toList();
        long total = (long) settings.rounds() * POLICIES.size() * jobs.size();
        try (Progress progress = Progress.of(out, "Running", "jobs", total);
                PageCaches caches = new PageCaches(cluster.cluster(), memory, data.lines(), settings);
                JobRuns runs = JobRuns.on(cluster.cluster(), records, progress, caches::prepare)) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (String policy : Rotation.order(POLICIES, round, settings.seed())) {
                    Map<String, String> more =
                            policy.equals(BASELINE) ? Map.of() : Map.of("spark.tiercel.coordinator", memory.address());
                    Application application = new Application(settings, policy, data.paths(), records, jobs, more);
                    for (JobRuns.Measured each :
                            runs.run("round " + round + ", " + policy, application::app, jobs.size())) {
                        trials.add(trial(round, policy, each));
                    }
                }
            }
        }
    }

    private static ReuseTrial trial(int round, String policy, JobRuns.Measured measured) {
        JobResult result = measured.result();
        Turn turn = Turn.named(result.job());
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

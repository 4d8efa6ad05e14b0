package io.tiercel.bench.demo.reuse;

import io.tiercel.bench.demo.jobs.DemoJob;
import io.tiercel.bench.demo.jobs.JobResult;
import io.tiercel.bench.demo.world.Application;
import io.tiercel.bench.demo.world.DemoCluster;
import io.tiercel.bench.demo.world.DemoSettings;
import io.tiercel.bench.demo.world.JobRuns;
import io.tiercel.bench.demo.world.LineData;
import io.tiercel.bench.demo.world.Machine;
import io.tiercel.bench.demo.world.MemoryTier;
import io.tiercel.bench.demo.world.Progress;
import io.tiercel.bench.demo.world.Rotation;
import io.tiercel.bench.demo.world.SceneOutput;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PluginJar;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The scene <em>re-use</em>. */
public final class Reuse {
    static final String BASELINE = "stock";
    static final List<String> POLICIES = List.of(BASELINE, "quartet", "trident");

    private final DemoSettings settings;
    private final PrintStream out;
    private final Instant started = Instant.now();
    private final List<ReuseTrial> trials = new ArrayList<>();

    public Reuse(DemoSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /** Plays it, and writes its report into the settings' directory; 1 if results differ. */
    public int run() throws IOException, InterruptedException {
        Path directory =
                Files.createDirectories(settings.out()).toAbsolutePath().normalize();
        Machine.requireRoom(settings, directory);
        Path records = Files.createDirectories(directory.resolve("records"));
        // Nothing is to be brought in: agents only watch.
        MemoryTier memory = MemoryTier.withBudget(0);
        out.printf("Starting HDFS and Spark: %d nodes, HDD %s/s%n", settings.nodes(), settings.hdd());
        try (DemoCluster cluster = DemoCluster.start(
                DemoCluster.builder(settings, memory).storagePolicy("HOT").pluginJar(PluginJar.find()),
                directory.resolve("cluster"))) {
            try {
                measure(cluster, memory, records);
            } catch (IOException | RuntimeException e) {
                cluster.keepLogs();
                throw e;
            }
        }
        ReuseReport report = new ReuseReport(settings, List.copyOf(trials));
        SceneOutput.show(report.build(started), directory, out);
        return report.identical() ? ExitCodes.OK : ExitCodes.NEGATIVE;
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

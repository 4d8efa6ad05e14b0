package io.tiercel.bench.demo.leadtime;

import io.tiercel.bench.demo.jobs.DemoJob;
import io.tiercel.bench.demo.jobs.JobResult;
import io.tiercel.bench.demo.report.SceneReport;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The scene <em>lead time</em>. */
public final class LeadTime {
    /** Applications; what runs in one of them shares its policy and its binder. */
    private static final List<List<Treatment>> GROUPS = List.of(
            List.of(Treatment.STOCK, Treatment.MEMORY, Treatment.DIRECTIVES),
            List.of(Treatment.IGNEM),
            List.of(Treatment.DYRS));

    /** A task away from the replica in memory reads that one, if the NameNode says which it is: HDFS' own, or an agent's. */
    private static final String CACHED_FIRST = "spark.hadoop.dfs.client.read.use.cache.priority";

    private final DemoSettings settings;
    private final PrintStream out;
    private final Instant started = Instant.now();
    private final List<LeadTrial> trials = new ArrayList<>();

    public LeadTime(DemoSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /** Plays it, and writes its report into the settings' directory; 1 if results differ. */
    public int run() throws IOException, InterruptedException {
        Path directory =
                Files.createDirectories(settings.out()).toAbsolutePath().normalize();
        Machine.requireRoom(settings, directory);
        Path records = Files.createDirectories(directory.resolve("records"));
        MemoryTier memory = MemoryTier.withBudget(settings.size().bytes());
        out.printf("Starting HDFS and Spark: %d nodes, HDD %s/s%n", settings.nodes(), settings.hdd());
        double need = (double) settings.size().bytes()
                / settings.nodes()
                / settings.hdd().bytes();
        try (DemoCluster cluster = DemoCluster.start(
                DemoCluster.builder(settings, memory)
                        .storagePolicy("HOT")
                        .cacheDirectives(settings.size().bytes())
                        .pluginJar(PluginJar.find()),
                directory.resolve("cluster"))) {
            try {
                measure(cluster, memory, records, need);
            } catch (IOException | RuntimeException e) {
                cluster.keepLogs();
                throw e;
            }
        }
        LeadTimeReport report = new LeadTimeReport(settings, need, List.copyOf(trials));
        SceneReport built = report.build(started);
        SceneOutput.show(built, directory, out);
        return report.identical() ? ExitCodes.OK : ExitCodes.NEGATIVE;
    }

    private void measure(DemoCluster cluster, MemoryTier memory, Path records, double need)
            throws IOException, InterruptedException {
        LineData data = LineData.write(cluster, settings);
        int jobs = GROUPS.stream().mapToInt(group -> runs(group).size()).sum();
        try (Progress progress = Progress.of(out, "Running", "jobs", (long) settings.rounds() * jobs);
                Preparer preparer = new Preparer(cluster.cluster(), memory, data.lines(), need);
                JobRuns runs = JobRuns.on(cluster.cluster(), records, progress, preparer::prepare)) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (List<Treatment> group : order(round)) {
                    round(round, group, preparer, runs, data, memory, records);
                }
            }
        }
    }

    private void round(
            int round,
            List<Treatment> group,
            Preparer preparer,
            JobRuns runs,
            LineData data,
            MemoryTier memory,
            Path records)
            throws InterruptedException {
        Treatment first = group.get(0);
        String name = "%s-%d".formatted(first.id(), round);
        Map<String, String> more = new LinkedHashMap<>(Map.of(CACHED_FIRST, "true"));
        if (first.hints()) {
            preparer.binder(first.id());
            more.put("spark.tiercel.coordinator", memory.address());
            more.put("spark.tiercel.job", name);
        }
        preparer.begin(name);
        List<Run> which = runs(group);
        List<String> jobs =
                which.stream().map(run -> DemoJob.GREP.id() + "@" + run.name()).toList();
        Application application = new Application(settings, first.policy(), data.paths(), records, jobs, more);
        for (JobRuns.Measured each : runs.run("round " + round, application::app, jobs.size())) {
            trials.add(trial(round, each, preparer));
        }
    }

    private static List<Run> runs(List<Treatment> group) {
        return group.stream()
                .flatMap(treatment -> treatment.leads().stream().map(lead -> new Run(treatment, lead)))
                .toList();
    }

    private LeadTrial trial(int round, JobRuns.Measured measured, Preparer preparer) {
        JobResult result = measured.result();
        Run run = Run.named(result.job());
        double need = (double) settings.size().bytes()
                / settings.nodes()
                / settings.hdd().bytes();
        return new LeadTrial(
                round,
                run.treatment().id(),
                run.lead().id(),
                run.treatment().takesTime() ? run.lead().seconds(need) : 0,
                result.seconds(),
                preparer.inMemory(result.job()),
                measured.tiers(),
                measured.servedBytes(),
                result.rows(),
                result.sha256());
    }

    private List<List<Treatment>> order(int round) {
        List<String> names = GROUPS.stream().map(group -> group.get(0).id()).toList();
        return Rotation.order(names, round, settings.seed()).stream()
                .map(name -> GROUPS.get(names.indexOf(name)))
                .toList();
    }
}

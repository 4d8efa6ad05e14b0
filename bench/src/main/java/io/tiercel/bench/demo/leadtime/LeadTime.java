package io.tiercel.bench.demo.leadtime;

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
import java.util.Collections;
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

    /** Trident's score of an HDD: how many times slower it is than what scores 1. */
    private static final int HDD_SCORE = 20;

    private final DemoSettings settings;
    private final PrintStream out;

    /** Seconds in which all devices together read the input. */
    private final double need;

    private final List<LeadTrial> trials = new ArrayList<>();

    public LeadTime(DemoSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
        this.need = (double) settings.size().bytes()
                / settings.nodes()
                / settings.hdd().bytes();
    }

    /** Plays it, and writes its report into the settings' directory; 1 if results differ. */
    public int run() throws IOException, InterruptedException {
        MemoryTier memory = MemoryTier.withBudget(settings.size().bytes());
        return new HddScene(settings, out)
                .play(
                        memory,
                        cluster -> cluster.cacheDirectives(settings.size().bytes()),
                        (cluster, records) -> measure(cluster, memory, records),
                        () -> new LeadTimeReport(settings, need, List.copyOf(trials)));
    }

    private void measure(DemoCluster cluster, MemoryTier memory, Path records)
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
            // Nothing here is faster than an HDD but memory.
            more.put(
                    "spark.tiercel.score.unit",
                    Long.toString(HDD_SCORE * settings.hdd().bytes()));
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
                .flatMap(run -> Collections.nCopies(run.times(), run).stream())
                .toList();
    }

    private LeadTrial trial(int round, JobRuns.Measured measured, Preparer preparer) {
        JobResult result = measured.result();
        Run run = Run.named(result.job());
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

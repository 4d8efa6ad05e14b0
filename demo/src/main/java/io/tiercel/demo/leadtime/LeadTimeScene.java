package io.tiercel.demo.leadtime;

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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The scene <em>lead time</em>. */
public final class LeadTimeScene {
    /** Applications; what runs in one of them shares its policy and its binder. */
    private static final List<List<LeadTimeTreatment>> GROUPS = List.of(
            List.of(LeadTimeTreatment.STOCK, LeadTimeTreatment.MEMORY, LeadTimeTreatment.DIRECTIVES),
            List.of(LeadTimeTreatment.IGNEM),
            List.of(LeadTimeTreatment.DYRS));

    /** A task away from the replica in memory reads that one, if the NameNode says which it is: HDFS' own, or an agent's. */
    private static final String CACHED_FIRST = "spark.hadoop.dfs.client.read.use.cache.priority";

    /** Trident's score of an HDD: how many times slower it is than what scores 1. */
    private static final int HDD_SCORE = 20;

    private final DemoSettings settings;
    private final PrintStream out;

    /** Seconds in which all devices together read the input. */
    private final double need;

    private final List<LeadTimeTrial> trials = new ArrayList<>();

    public LeadTimeScene(DemoSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
        this.need = (double) settings.size().bytes()
                / settings.nodes()
                / settings.hdd().bytes();
    }

    /** Plays it, and writes its report into the settings' directory; 1 if results differ. */
    public int run() throws IOException, InterruptedException {
        MemoryTierConfig memory = MemoryTierConfig.withBudget(settings.size().bytes());
        return new HddScene(settings, out)
                .play(
                        memory,
                        cluster -> cluster.cacheDirectives(settings.size().bytes()),
                        (cluster, records) -> measure(cluster, memory, records),
                        () -> new LeadTimeReport(settings, need, List.copyOf(trials)));
    }

    private void measure(DemoCluster cluster, MemoryTierConfig memory, Path records)
            throws IOException, InterruptedException {
        LineData data = LineData.write(cluster, settings);
        int jobs = GROUPS.stream().mapToInt(group -> runs(group).size()).sum();
        try (DemoProgress progress = DemoProgress.of(out, "Running", "jobs", (long) settings.rounds() * jobs);
                LeadTimePreparation preparer = new LeadTimePreparation(cluster.cluster(), memory, data.lines(), need);
                JobRunner runs = JobRunner.on(cluster.cluster(), records, progress, preparer::prepare)) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (List<LeadTimeTreatment> group : order(round)) {
                    round(round, group, preparer, runs, data, memory, records);
                }
            }
        }
    }

    private void round(
            int round,
            List<LeadTimeTreatment> group,
            LeadTimePreparation preparer,
            JobRunner runs,
            LineData data,
            MemoryTierConfig memory,
            Path records)
            throws InterruptedException {
        LeadTimeTreatment first = group.get(0);
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
        List<LeadTimeRun> which = runs(group);
        List<String> jobs =
                which.stream().map(run -> TpchJob.GREP.id() + "@" + run.name()).toList();
        JobApplication application = new JobApplication(settings, first.policy(), data.paths(), records, jobs, more);
        for (JobRunner.Measured each : runs.run("round " + round, application::app, jobs.size())) {
            trials.add(trial(round, each, preparer));
        }
    }

    private static List<LeadTimeRun> runs(List<LeadTimeTreatment> group) {
        return group.stream()
                .flatMap(treatment -> treatment.leads().stream().map(lead -> new LeadTimeRun(treatment, lead)))
                .flatMap(run -> Collections.nCopies(run.times(), run).stream())
                .toList();
    }

    private LeadTimeTrial trial(int round, JobRunner.Measured measured, LeadTimePreparation preparer) {
        JobMeasurement result = measured.result();
        LeadTimeRun run = LeadTimeRun.named(result.job());
        return new LeadTimeTrial(
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

    private List<List<LeadTimeTreatment>> order(int round) {
        List<String> names = GROUPS.stream().map(group -> group.get(0).id()).toList();
        return RunOrder.order(names, round, settings.seed()).stream()
                .map(name -> GROUPS.get(names.indexOf(name)))
                .toList();
    }
}

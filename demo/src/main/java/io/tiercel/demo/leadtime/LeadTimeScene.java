package io.tiercel.demo.leadtime;

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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The scene <em>lead time</em>. */
public final class LeadTimeScene {
    /** Applications; the runs of one application share its policy and its binder. */
    private static final List<List<LeadTimeTreatment>> GROUPS = List.of(
            List.of(LeadTimeTreatment.STOCK, LeadTimeTreatment.MEMORY, LeadTimeTreatment.DIRECTIVES),
            List.of(LeadTimeTreatment.IGNEM),
            List.of(LeadTimeTreatment.DYRS));

    /** Lets a task away from the replica in memory read that replica, if the NameNode names it: HDFS' own, or an agent's. */
    private static final String CACHED_FIRST = "spark.hadoop.dfs.client.read.use.cache.priority";

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

    /** Plays the scene and writes its report into the settings' directory; 1 if results differ. */
    public int run() throws IOException, InterruptedException {
        long budget = settings.size().bytes();
        MemoryTierConfig memory = MemoryTierConfig.withBudget(budget);
        return new SparkScene(settings, out)
                .play(
                        DemoCluster.builder(settings, memory)
                                .storagePolicy("HOT")
                                .cacheDirectives(budget),
                        (cluster, records) -> measure(cluster, memory, records),
                        cluster -> {});
    }

    private ReportBuilder measure(DemoCluster cluster, MemoryTierConfig memory, Path records)
            throws IOException, InterruptedException {
        LineData data = LineData.write(cluster, settings, out);
        int jobs = GROUPS.stream().mapToInt(group -> runs(group).size()).sum();
        try (ProgressDisplay progress = ProgressDisplay.of(out, "Running", " jobs", (long) settings.rounds() * jobs);
                LeadTimePreparation preparation =
                        new LeadTimePreparation(cluster.cluster(), memory, data.lines(), need);
                JobRunner runner = JobRunner.on(cluster.cluster(), records, progress, preparation::prepare)) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (List<LeadTimeTreatment> group : order(round)) {
                    List<LeadTimeRun> runs = runs(group);
                    JobApplication application =
                            application(round, group.get(0), runs, preparation, data, memory, records);
                    for (JobRunner.Measured each : runner.run("round " + round, application)) {
                        trials.add(trial(round, each, preparation));
                    }
                }
            }
        }
        return new LeadTimeReport(settings, need, trials).report();
    }

    /** Makes the cluster ready for an application with these runs. */
    private JobApplication application(
            int round,
            LeadTimeTreatment first,
            List<LeadTimeRun> runs,
            LeadTimePreparation preparation,
            LineData data,
            MemoryTierConfig memory,
            Path records)
            throws InterruptedException {
        String name = "%s-%d".formatted(first.id(), round);
        Map<String, String> more = new LinkedHashMap<>(Map.of(CACHED_FIRST, "true"));
        if (first.hints()) {
            preparation.binder(first.id());
            more.putAll(memory.applicationKeys(settings));
            more.put("spark.tiercel.job", name);
        }
        preparation.begin(name);
        List<String> jobs =
                runs.stream().map(run -> TpchJob.GREP.id() + "@" + run.name()).toList();
        return new JobApplication(settings, first.policy(), data.paths(), records, jobs, more);
    }

    private static List<LeadTimeRun> runs(List<LeadTimeTreatment> group) {
        return group.stream()
                .flatMap(treatment -> treatment.leads().stream().map(lead -> new LeadTimeRun(treatment, lead)))
                .flatMap(run -> Collections.nCopies(run.times(), run).stream())
                .toList();
    }

    private LeadTimeTrial trial(int round, JobRunner.Measured measured, LeadTimePreparation preparation) {
        LeadTimeRun run = LeadTimeRun.named(measured.job().job());
        return new LeadTimeTrial(
                run.treatment().id(),
                run.lead().id(),
                run.treatment().takesTime() ? run.lead().seconds(need) : 0,
                preparation.inputBytes(),
                preparation.inMemory(run.name()),
                JobTrial.of(round, measured));
    }

    private List<List<LeadTimeTreatment>> order(int round) {
        List<String> names = GROUPS.stream().map(group -> group.get(0).id()).toList();
        return RunOrder.order(names, round, settings.seed()).stream()
                .map(name -> GROUPS.get(names.indexOf(name)))
                .toList();
    }
}

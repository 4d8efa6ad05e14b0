package io.tiercel.demo.leadtime;

import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.cluster.SceneData;
import io.tiercel.demo.data.TpchDataset.Content;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.leadtime.LeadTimeReport.LeadTimeTrial;
import io.tiercel.demo.leadtime.LeadTimeTreatment.LeadTimeRun;
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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

public final class LeadTimeScene extends SparkScene {
    /** Applications with their runs, which share the policy and the binder. */
    private static final List<List<LeadTimeRun>> APPLICATIONS = Stream.of(
                    List.of(LeadTimeTreatment.STOCK, LeadTimeTreatment.MEMORY, LeadTimeTreatment.DIRECTIVES),
                    List.of(LeadTimeTreatment.IGNEM),
                    List.of(LeadTimeTreatment.DYRS))
            .map(LeadTimeScene::runs)
            .toList();

    /** Lets a task away from the replica in memory read that replica, if the NameNode names it: HDFS' own, or an agent's. */
    private static final String CACHED_FIRST = "spark.hadoop.dfs.client.read.use.cache.priority";

    /** Seconds in which all devices together read the input. */
    private final double need;

    public LeadTimeScene(DemoSettings settings, PrintStream out) {
        super(settings, out, MemoryTierConfig.withBudget(settings.size().bytes()));
        this.need = (double) settings.size().bytes()
                / settings.nodes()
                / settings.hdd().bytes();
    }

    private static List<LeadTimeRun> runs(List<LeadTimeTreatment> treatments) {
        return treatments.stream()
                .flatMap(treatment -> treatment.leads().stream().map(lead -> new LeadTimeRun(treatment, lead)))
                .flatMap(run -> Collections.nCopies(run.times(), run).stream())
                .toList();
    }

    @Override
    protected ClusterBuilder options(ClusterBuilder cluster) {
        return super.options(cluster).cacheDirectives(settings.size().bytes());
    }

    @Override
    protected ReportBuilder measure(DemoCluster demo, Path records) throws IOException, InterruptedException {
        SceneData data = SceneData.write(demo, settings, "/lines", Content.LINES, 2, out);
        int jobs = APPLICATIONS.stream().mapToInt(List::size).sum();
        List<LeadTimeTrial> trials = new ArrayList<>();
        try (ProgressDisplay progress = ProgressDisplay.of(out, "Running", " jobs", (long) settings.rounds() * jobs);
                LeadTimePreparation preparation = new LeadTimePreparation(demo.cluster(), memory, data.lines(), need);
                JobRunner runner = new JobRunner(demo.cluster(), records, progress, load, preparation::prepare)) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (List<LeadTimeRun> runs : RunOrder.order(APPLICATIONS, round, settings.seed())) {
                    String name = "%s-%d".formatted(runs.get(0).treatment().id(), round);
                    preparation.begin(name, runs);
                    List<JobRunner.Measured> measured =
                            runner.run(title(round, runs), application(name, runs, data, records));
                    for (int i = 0; i < runs.size(); i++) {
                        trials.add(trial(runs.get(i), preparation, i, round, measured.get(i)));
                    }
                }
            }
        }
        return new LeadTimeReport(settings, need, trials).report();
    }

    private static String title(int round, List<LeadTimeRun> runs) {
        LeadTimeTreatment treatment = runs.get(0).treatment();
        return "round " + round + ", " + (treatment.hints() ? treatment.label : "not hinted");
    }

    private JobApplication application(String name, List<LeadTimeRun> runs, SceneData data, Path records) {
        LeadTimeTreatment treatment = runs.get(0).treatment();
        Map<String, String> more = new LinkedHashMap<>(Map.of(CACHED_FIRST, "true"));
        if (treatment.hints()) {
            more.putAll(memory.applicationKeys(settings));
            more.put("spark.tiercel.job", name);
        }
        List<String> jobs =
                runs.stream().map(run -> SparkJob.GREP.id() + "@" + run.name()).toList();
        return new JobApplication(settings, treatment.policy, data, records, jobs, more);
    }

    private LeadTimeTrial trial(
            LeadTimeRun run, LeadTimePreparation preparation, int index, int round, JobRunner.Measured measured) {
        return new LeadTimeTrial(
                run.treatment(),
                run.lead(),
                run.treatment().takesTime() ? run.lead().seconds(need) : 0,
                preparation.inputBytes,
                preparation.inMemory.get(index),
                measured.job().timeline(),
                JobTrial.of(round, measured));
    }
}

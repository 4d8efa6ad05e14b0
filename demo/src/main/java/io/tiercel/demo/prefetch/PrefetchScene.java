package io.tiercel.demo.prefetch;

import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.cluster.SceneData;
import io.tiercel.demo.data.SizeClass;
import io.tiercel.demo.prefetch.JoinResults.JoinPlanning;
import io.tiercel.demo.report.Identified;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.run.JobApplication;
import io.tiercel.demo.run.JobRunner;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.demo.run.RunOrder;
import io.tiercel.demo.run.SparkScene;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

public final class PrefetchScene extends SparkScene {
    /** Agents report as often as devices deliver a block: everything is as much nearer together than in a real cluster. */
    private static final String AGENT_INTERVAL = "250ms";

    /**
     * Blocks that a device reads between a job's submission and its first stage: 3 s (Trident's TimeToInit and TimeToSchedule), in
     * which an HDD of 160 MB/s reads 3.75 blocks of 128 MB.
     */
    private static final double LEAD_BLOCKS = 3.75;

    /** Longest delay of a first wave, in readings of a block. */
    private static final double DELAY_BLOCKS = 4;

    private final RunProgramme programme;

    public PrefetchScene(DemoSettings settings, PrintStream out) {
        super(settings, out, memory(settings));
        this.programme = RunProgramme.of(settings.quick());
    }

    private static MemoryTierConfig memory(DemoSettings settings) {
        long largest = SizeClass.F.blocks() * settings.blockSize().bytes();
        return MemoryTierConfig.withBudget(Math.max(largest, settings.size().bytes()))
                .key("tiercel.coordinator.interval", AGENT_INTERVAL)
                // All jobs are cold, and many read the same: the residency known after one must not be believed of the
                // next.
                .key("tiercel.coordinator.watch.linger", "1s");
    }

    private double lead() {
        return LEAD_BLOCKS * settings.blockSeconds();
    }

    @Override
    protected ReportBuilder measure(DemoCluster demo, Path records) throws IOException, InterruptedException {
        PrefetchData data = PrefetchData.write(demo, settings, programme.all(), out);
        List<PrefetchTrial> trials = new ArrayList<>();
        List<PrefetchTrial> joins = new ArrayList<>();
        long runs = programme.runs(settings.rounds(), settings.seed());
        try (ProgressDisplay progress = ProgressDisplay.of(out, "Running", " jobs", runs);
                JobSubmitter submitter = new JobSubmitter(demo.cluster(), memory, lead());
                JobRunner runner = new JobRunner(demo.cluster(), records, progress, load, submitter::prepare)) {
            // Models that an earlier demo has left here are not used.
            String models = Files.createTempDirectory(records, "models-").toString();
            Stage stage = new Stage(submitter, runner, data, records);
            for (RunProgramme.Play play : programme.plays(settings.rounds(), settings.seed())) {
                trials.addAll(run(
                        stage,
                        new Runs(play.rounds(), play.treatment(), play.treatment(), lead(), play.runs()),
                        play.treatment().keys(models, DELAY_BLOCKS * settings.blockSeconds())));
            }
            if (programme.joins() > 0) {
                List<PrefetchTarget> join = Collections.nCopies(programme.joins(), RunProgramme.JOIN);
                List<Integer> rounds = Collections.nCopies(join.size(), settings.rounds());
                for (JoinPlanning planning :
                        RunOrder.order(Arrays.asList(JoinPlanning.values()), settings.rounds(), settings.seed())) {
                    joins.addAll(run(
                            stage, new Runs(rounds, PrefetchTreatment.NONE, planning, 0, join), planning.keys(models)));
                }
            }
        }
        return new PrefetchReport(settings, programme, lead(), trials, joins).report();
    }

    private record Stage(JobSubmitter submitter, JobRunner runner, PrefetchData data, Path records) {}

    /**
     * The runs of one application.
     *
     * @param rounds that they belong to
     * @param submission what is done at each submission
     * @param compared under which they are reported
     * @param lead seconds from submission to call
     */
    private record Runs(
            List<Integer> rounds,
            PrefetchTreatment submission,
            Identified compared,
            double lead,
            List<PrefetchTarget> targets) {}

    private List<PrefetchTrial> run(Stage stage, Runs runs, Map<String, String> keys) {
        SceneData data = stage.data().directories();
        String id = runs.compared().id();
        int first = runs.rounds().get(0);
        String name = "%s-%d".formatted(id, first);
        stage.submitter()
                .begin(
                        runs.submission(),
                        name,
                        runs.targets().stream()
                                .map(target -> target.inputs(PrefetchData.ROOT))
                                .toList());
        Map<String, String> all = new LinkedHashMap<>(keys);
        all.putAll(memory.applicationKeys(settings));
        all.put("spark.tiercel.job", name);
        List<String> arguments =
                runs.targets().stream().map(PrefetchTarget::argument).toList();
        List<JobRunner.Measured> measured = stage.runner()
                .run(
                        "round " + first + ", " + id,
                        new JobApplication(
                                settings, runs.submission().policy(), data, stage.records(), arguments, all));
        ApplicationPlans plans =
                ApplicationPlans.read(stage.records(), measured.get(0).job().app());
        return IntStream.range(0, measured.size())
                .mapToObj(i -> trial(stage, runs, i, measured.get(i), plans))
                .toList();
    }

    private static PrefetchTrial trial(
            Stage stage, Runs runs, int index, JobRunner.Measured measured, ApplicationPlans plans) {
        String job = runs.targets().get(index).id();
        return new PrefetchTrial(
                runs.compared(),
                job,
                runs.lead(),
                stage.data().inputBytes(job),
                stage.submitter().submissions.get(index),
                JobTrial.of(runs.rounds().get(index), measured),
                plans.of(measured.job().stages()),
                plans.planningMillis(measured.job().stages()));
    }
}

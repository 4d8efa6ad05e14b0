package io.tiercel.demo.prefetch;

import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.report.ReportBuilder;
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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The scene <em>prefetch</em>. */
public final class PrefetchScene {
    /** Agents report as often as devices deliver a block: everything is as much nearer together than in a real cluster. */
    private static final String AGENT_INTERVAL = "250ms";

    /**
     * Blocks that a device reads between a job's submission and its first stage: 3 s (Trident's TimeToInit and TimeToSchedule), in
     * which an HDD of 160 MB/s reads 3.75 blocks of 128 MB.
     */
    private static final double LEAD_BLOCKS = 3.75;

    /** Longest delay of a first wave, in readings of a block. */
    private static final double DELAY_BLOCKS = 4;

    private static final String POLICY = "trident";

    private final DemoSettings settings;
    private final RunProgramme programme;
    private final PrintStream out;

    /** Seconds in which a device reads a block. */
    private final double blockSeconds;

    /** @param quick whether to run only a part, in a minute or two */
    public PrefetchScene(DemoSettings settings, boolean quick, PrintStream out) {
        this.settings = settings;
        this.programme = RunProgramme.of(quick);
        this.out = out;
        this.blockSeconds =
                (double) settings.blockSize().bytes() / settings.hdd().bytes();
    }

    private double lead() {
        return LEAD_BLOCKS * blockSeconds;
    }

    /** Plays the scene and writes its report into the settings' directory; 1 if results differ. */
    public int run() throws IOException, InterruptedException {
        long largest = SizeClassJob.F.blocks() * settings.blockSize().bytes();
        MemoryTierConfig memory = MemoryTierConfig.withBudget(
                        Math.max(largest, settings.size().bytes()))
                .key("tiercel.coordinator.interval", AGENT_INTERVAL)
                // All jobs are cold, and many read the same: the residency known after one must not be believed of the
                // next.
                .key("tiercel.coordinator.watch.linger", "1s");
        return new SparkScene(settings, out)
                .play(
                        DemoCluster.builder(settings, memory).storagePolicy("HOT"),
                        (cluster, records) -> measure(cluster, memory, records),
                        cluster -> {});
    }

    private ReportBuilder measure(DemoCluster cluster, MemoryTierConfig memory, Path records)
            throws IOException, InterruptedException {
        PrefetchData data = PrefetchData.write(cluster, settings, programme.all(), out);
        Map<String, List<String>> inputs = programme.all().stream()
                .collect(Collectors.toMap(PrefetchTarget::id, target -> target.inputs(data.root())));
        List<PrefetchTrial> trials = new ArrayList<>();
        List<PrefetchTrial> joins = new ArrayList<>();
        long runs = programme.runs(settings.rounds(), settings.seed());
        try (ProgressDisplay progress = ProgressDisplay.of(out, "Running", " jobs", runs);
                JobSubmitter submitter = new JobSubmitter(cluster.cluster(), memory, inputs, lead());
                JobRunner runner = JobRunner.on(cluster.cluster(), records, progress, submitter::prepare)) {
            // Models that an earlier demo has left here are not used.
            Path models = Files.createTempDirectory(records, "models-");
            Stage stage = new Stage(submitter, runner, data, memory, records, models);
            for (RunProgramme.Play play : programme.plays(settings.rounds(), settings.seed())) {
                trials.addAll(play(stage, play));
            }
            for (String id : RunOrder.order(
                    programme.joins() == 0 ? List.of() : JoinPlanning.ids(), settings.rounds(), settings.seed())) {
                joins.addAll(join(stage, JoinPlanning.named(id)));
            }
        }
        return new PrefetchReport(settings, programme, lead(), trials, joins).report();
    }

    /** What all runs share. */
    private record Stage(
            JobSubmitter submitter,
            JobRunner runner,
            PrefetchData data,
            MemoryTierConfig memory,
            Path records,
            Path models) {}

    /**
     * The runs of one application.
     *
     * @param rounds that they belong to
     * @param submission what is done at each submission
     * @param id of what is compared
     * @param lead seconds from submission to call
     * @param arguments the jobs, as the application takes them
     */
    private record Runs(
            List<Integer> rounds, PrefetchTreatment submission, String id, double lead, List<String> arguments) {}

    private List<PrefetchTrial> play(Stage stage, RunProgramme.Play play) throws InterruptedException {
        PrefetchTreatment treatment = play.treatment();
        List<String> arguments = Collections.nCopies(play.passes(), play.targets()).stream()
                .flatMap(List::stream)
                .map(PrefetchTarget::argument)
                .toList();
        return run(
                stage,
                new Runs(RunProgramme.rounds(play), treatment, treatment.id(), lead(), arguments),
                treatment.keys(stage.models().toString(), DELAY_BLOCKS * blockSeconds));
    }

    private List<PrefetchTrial> join(Stage stage, JoinPlanning planning) throws InterruptedException {
        List<String> arguments = Collections.nCopies(programme.joins(), RunProgramme.JOIN.argument());
        List<Integer> rounds = Collections.nCopies(arguments.size(), settings.rounds());
        return run(
                stage,
                new Runs(rounds, PrefetchTreatment.NONE, planning.id(), 0, arguments),
                planning.keys(stage.models().toString()));
    }

    private List<PrefetchTrial> run(Stage stage, Runs runs, Map<String, String> keys) throws InterruptedException {
        String name = "%s-%d".formatted(runs.id(), runs.rounds().get(0));
        stage.submitter().begin(runs.submission(), name);
        Map<String, String> all = new LinkedHashMap<>(keys);
        all.putAll(stage.memory().applicationKeys(settings));
        all.put("spark.tiercel.job", name);
        List<JobRunner.Measured> measured = stage.runner()
                .run(
                        "round " + runs.rounds().get(0) + ", " + runs.id(),
                        new JobApplication(
                                settings, POLICY, stage.data().paths(), stage.records(), runs.arguments(), all));
        ApplicationPlans plans =
                ApplicationPlans.read(stage.records(), measured.get(0).job().app());
        return IntStream.range(0, measured.size())
                .mapToObj(i -> trial(stage, runs, runs.rounds().get(i), measured.get(i), plans))
                .toList();
    }

    private static PrefetchTrial trial(
            Stage stage, Runs runs, int round, JobRunner.Measured measured, ApplicationPlans plans) {
        String job = measured.job().job();
        return new PrefetchTrial(
                runs.id(),
                job,
                runs.lead(),
                Objects.requireNonNull(stage.data().inputBytes().get(job)),
                stage.submitter().of(job),
                JobTrial.of(round, measured),
                plans.of(measured.job().stages()),
                plans.planningMillis(measured.job().stages()));
    }
}

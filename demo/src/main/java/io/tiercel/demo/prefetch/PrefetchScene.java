package io.tiercel.demo.prefetch;

import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.jobs.JobMeasurement;
import io.tiercel.demo.run.DemoProgress;
import io.tiercel.demo.run.HddScene;
import io.tiercel.demo.run.JobApplication;
import io.tiercel.demo.run.JobRunner;
import io.tiercel.demo.run.RunOrder;
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
    /** By how much everything of the cluster is nearer together than a real one's: as often as devices deliver a block. */
    private static final String AGENT_INTERVAL = "250ms";

    /**
     * Blocks that a device reads between a job's submission and its first stage: 3 s (Trident's TimeToInit and TimeToSchedule), in
     * which an HDD of 160 MB/s reads 3.75 blocks of 128 MB.
     */
    private static final double LEAD_BLOCKS = 3.75;

    /** Longest delay of a first wave, in readings of a block. */
    private static final double DELAY_BLOCKS = 4;

    /** Trident's score of an HDD: how many times slower it is than what scores 1. */
    private static final int HDD_SCORE = 20;

    private static final String POLICY = "trident";

    private final DemoSettings settings;
    private final RunProgramme programme;
    private final PrintStream out;

    /** Seconds in which a device reads a block. */
    private final double blockSeconds;

    private final List<PrefetchTrial> trials = new ArrayList<>();
    private final List<PrefetchTrial> joins = new ArrayList<>();

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

    /** Plays it, and writes its report into the settings' directory; 1 if results differ. */
    public int run() throws IOException, InterruptedException {
        long largest = SizeClassJob.F.blocks() * settings.blockSize().bytes();
        MemoryTierConfig memory = MemoryTierConfig.withBudget(
                        Math.max(largest, settings.size().bytes()))
                .key("tiercel.coordinator.interval", AGENT_INTERVAL)
                // All jobs are cold, and many read the same: what was known after one of them must not be believed of
                // the next.
                .key("tiercel.coordinator.watch.linger", "1s");
        return new HddScene(settings, out)
                .play(
                        memory,
                        cluster -> cluster,
                        (cluster, records) -> measure(cluster, memory, records),
                        () -> new PrefetchReport(settings, programme, lead(), List.copyOf(trials), List.copyOf(joins)));
    }

    private void measure(DemoCluster cluster, MemoryTierConfig memory, Path records)
            throws IOException, InterruptedException {
        PrefetchData data = PrefetchData.write(cluster, settings, programme.all());
        Map<String, List<String>> inputs = programme.all().stream()
                .collect(Collectors.toMap(PrefetchTarget::id, target -> target.inputs(data.root())));
        try (DemoProgress progress =
                        DemoProgress.of(out, "Running", "jobs", programme.runs(settings.rounds(), settings.seed()));
                JobSubmitter submitter = new JobSubmitter(cluster.cluster(), memory, inputs, lead());
                JobRunner runs = JobRunner.on(cluster.cluster(), records, progress, submitter::prepare)) {
            // What an earlier demo has learnt here is not this one's.
            Path models = Files.createTempDirectory(records, "models-");
            Round round = new Round(submitter, runs, data, memory, records, models);
            for (RunProgramme.Play play : programme.plays(settings.rounds(), settings.seed())) {
                play(round, play);
            }
            for (String id : RunOrder.order(
                    programme.joins() == 0 ? List.of() : JoinPlanning.ids(), settings.rounds(), settings.seed())) {
                join(round, settings.rounds(), JoinPlanning.named(id));
            }
        }
    }

    /** What all rounds have. */
    private record Round(
            JobSubmitter submitter,
            JobRunner runs,
            PrefetchData data,
            MemoryTierConfig memory,
            Path records,
            Path models) {}

    private void play(Round round, RunProgramme.Play play) throws InterruptedException {
        PrefetchTreatment treatment = play.treatment();
        List<String> arguments = Collections.nCopies(play.passes(), play.targets()).stream()
                .flatMap(List::stream)
                .map(PrefetchTarget::argument)
                .toList();
        Map<String, String> keys = treatment.keys(round.models().toString(), DELAY_BLOCKS * blockSeconds);
        trials.addAll(run(round, RunProgramme.rounds(play), treatment, treatment.id(), keys, lead(), arguments));
    }

    private void join(Round round, int number, JoinPlanning planning) throws InterruptedException {
        List<String> arguments = Collections.nCopies(programme.joins(), RunProgramme.JOIN.argument());
        Map<String, String> keys = planning.keys(round.models().toString());
        List<Integer> numbers = Collections.nCopies(arguments.size(), number);
        joins.addAll(run(round, numbers, PrefetchTreatment.NONE, planning.id(), keys, 0, arguments));
    }

    /**
     * @param numbers of the rounds that its runs belong to
     * @param id of what is compared
     */
    private List<PrefetchTrial> run(
            Round round,
            List<Integer> numbers,
            PrefetchTreatment submission,
            String id,
            Map<String, String> keys,
            double lead,
            List<String> arguments)
            throws InterruptedException {
        String name = "%s-%d".formatted(id, numbers.get(0));
        round.submitter().begin(submission, name);
        Map<String, String> all = new LinkedHashMap<>(keys);
        all.put("spark.tiercel.coordinator", round.memory().address());
        all.put("spark.tiercel.job", name);
        // Nothing here is faster than an HDD but memory.
        all.put(
                "spark.tiercel.score.unit",
                Long.toString(HDD_SCORE * settings.hdd().bytes()));
        JobApplication application =
                new JobApplication(settings, POLICY, round.data().paths(), round.records(), arguments, all);
        List<JobRunner.Measured> measured =
                round.runs().run("round " + numbers.get(0) + ", " + id, application::app, arguments.size());
        JobRunner.Measured any = measured.get(0);
        ApplicationPlans plans =
                ApplicationPlans.read(round.records(), any.result().app(), any.log());
        return IntStream.range(0, measured.size())
                .mapToObj(run -> trial(numbers.get(run), id, lead, measured.get(run), plans, round))
                .toList();
    }

    private static PrefetchTrial trial(
            int number, String id, double lead, JobRunner.Measured measured, ApplicationPlans plans, Round round) {
        JobMeasurement result = measured.result();
        return new PrefetchTrial(
                number,
                id,
                result.job(),
                lead,
                lead + result.seconds(),
                Objects.requireNonNull(round.data().inputBytes().get(result.job())),
                round.submitter().of(result.job()),
                measured.tiers(),
                measured.servedBytes(),
                plans.of(result.stages()),
                plans.planningOf(result.stages()),
                result.sha256());
    }
}

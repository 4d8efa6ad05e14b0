package io.tiercel.spark.prefetch;

import io.tiercel.json.PlanRecords;
import io.tiercel.json.RecordedOutcome;
import io.tiercel.json.RecordedPlan;
import io.tiercel.model.BlockId;
import io.tiercel.model.Residency;
import io.tiercel.prefetch.PrefetchForecast;
import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.PrefetchTracker;
import io.tiercel.prefetch.learn.CorrectionFactor;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.spark.account.StageStatistics;
import io.tiercel.spark.event.PlanEventFactory;
import io.tiercel.spark.input.PlacedBlock;
import io.tiercel.spark.input.StageInput;
import io.tiercel.spark.memory.ClusterMemory;
import io.tiercel.spark.memory.PrefetchRequests;
import io.tiercel.spark.memory.RequestedBlock;
import io.tiercel.spark.memory.StageMemory;
import io.tiercel.spark.prefetch.learn.ComputingTimes;
import io.tiercel.spark.prefetch.learn.FirstTaskDetector;
import io.tiercel.spark.prefetch.learn.StageKind;
import io.tiercel.spark.prefetch.learn.TaskMeasurement;
import io.tiercel.spark.prefetch.learn.WarmUpPhase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is prefetched for one task set, or for the scans of a query. Public methods only pass on to the one thread, where all else
 * runs: from whatever thread they are called, they return at once.
 */
public final class StagePrefetch {
    private static final Logger LOG = LoggerFactory.getLogger(StagePrefetch.class);

    /** A plan for a stage of which more has started than this is of no use any more. */
    private static final double MOST_STARTED = 0.5;

    /** So many of a stage's tasks have to have succeeded for its time to teach anything; of a few Spark may not have told yet. */
    private static final double MOST_OF_ALL = 0.9;

    private final ApplicationPrefetcher app;
    private final String name;
    private final StageStatistics.Stage stage;
    private final List<StageKind> kinds;
    private final FirstWaveHold firstWave;
    private final Runnable revive;
    private final StageMemory memory;
    private final StageSlots slots;
    private final long submittedNanos = System.nanoTime();
    private final long submittedMillis = System.currentTimeMillis();
    private final List<PrefetchRequests.Request> requests = new ArrayList<>();
    private final PrefetchTracker taken = new PrefetchTracker();
    private final FirstTaskDetector firstTasks = new FirstTaskDetector();
    private final PlanEventPublisher news;

    /** Given away once the stage has been planned for or has ended. */
    private @Nullable StageInput input;

    private PrecedingScans before = PrecedingScans.NOTHING;
    private Consumer<PrecedingScans> whenPlanned = same -> {};

    private @Nullable StageBlocks job;
    private @Nullable PrefetchPlan plan;
    private @Nullable ComputingTimes times;
    private double predictedComputing;
    private boolean knewComputing;
    private double factor = 1;
    private double prefetchedFactor = 1;
    private boolean began;
    private boolean ended;
    private double seconds;

    /**
     * @param stage whose id may stand for a query; then the attempt numbers the query's plans
     * @param kinds of its tasks, in order; or one for all of them
     * @param firstWave to be told how long to wait
     * @param revive called when the first tasks need not wait as long as they thought
     */
    StagePrefetch(
            ApplicationPrefetcher app,
            String name,
            StageStatistics.Stage stage,
            List<StageKind> kinds,
            StageInput input,
            StageMemory memory,
            StageSlots slots,
            FirstWaveHold firstWave,
            Runnable revive) {
        this.app = app;
        this.name = name;
        this.stage = stage;
        this.kinds = List.copyOf(kinds);
        this.firstWave = firstWave;
        this.revive = revive;
        this.input = input;
        this.memory = memory;
        this.slots = slots;
        this.news = new PlanEventPublisher(app.events());
    }

    StageStatistics.Stage stage() {
        return stage;
    }

    /** The tasks that may be held back until their input is in memory. */
    public FirstWaveHold firstWave() {
        return firstWave;
    }

    /** Somebody else waits for the slots that are kept free: they are used now. */
    public void waitNoMore() {
        firstWave.release();
        LOG.info("Tiercel: {}: its first tasks wait no more for their input, others wait for slots", name);
    }

    /** The input is located as far as it will be: plans, and asks for what is to come. Works once. */
    public void plan() {
        app.run(this::begin);
    }

    /**
     * The same for tasks that start only when something else has ended.
     *
     * @param next called on the one thread when it is planned for, with what comes before whatever is next
     */
    void plan(PrecedingScans first, Consumer<PrecedingScans> next) {
        before = first;
        whenPlanned = next;
        plan();
    }

    /** A task was launched. */
    public void launched(int task) {
        long now = sinceMillis(System.nanoTime());
        app.run(() -> noteLaunch(task, now));
    }

    /** No more tasks will be launched. */
    public void ended() {
        long now = System.nanoTime();
        app.run(() -> end(now));
    }

    private long sinceMillis(long nanos) {
        return (nanos - submittedNanos) / 1_000_000;
    }

    private void begin() {
        StageInput from = input;
        if (ended || began || from == null) {
            whenPlanned.accept(before);
            return;
        }
        began = true;
        List<List<PlacedBlock>> reads = new ArrayList<>(from.tasks());
        for (int task = 0; task < from.tasks(); task++) {
            reads.add(from.placedBlocks(task));
        }
        input = null;
        StageBlocks made = new StageBlocks(reads, from.share());
        if (made.parts().isEmpty()) {
            letWait(0);
            whenPlanned.accept(before);
            return;
        }
        job = made;
        app.prefetches().cluster().thenAccept(cluster -> app.run(() -> decide(made, cluster)));
    }

    private void decide(StageBlocks made, Optional<ClusterMemory> cluster) {
        if (ended) {
            whenPlanned.accept(before);
            return;
        }
        if (cluster.isEmpty()) {
            LOG.debug("Tiercel: nothing is prefetched for {}, the coordinator is not there", name);
            news.planned(PlanEventFactory.none(aboutInEvents(), "the coordinator is not there"));
            letWait(0);
            whenPlanned.accept(before);
            return;
        }
        long start = System.nanoTime();
        PrefetchProblemFactory.Made problem = app.problems()
                .of(
                        made,
                        memory,
                        cluster.get(),
                        slots,
                        (task, bytes) -> computing(task, bytes) + app.models().overhead(kind(task), turn(task)),
                        id -> app.claims().expectedIn(id, start),
                        app.taskSeconds(),
                        before);
        knewComputing = kinds.stream().allMatch(app.models()::knows);
        PrefetchPlan planned = app.planner(
                        memory.launchedTasks() == 0 ? firstWave.mostMillis() : 0,
                        cluster.get().sharesDevices())
                .plan(problem.problem());
        CorrectionFactor correction = app.models().stages(commonKind(), atOnce(made));
        factor = correction.factor();
        prefetchedFactor = app.models().prefetches(commonKind()).factor();
        predictedComputing = IntStream.range(0, made.tasks())
                .mapToDouble(task -> computing(task, made.bytes(task)))
                .average()
                .orElse(0);
        times = new ComputingTimes(
                problem.readSeconds(),
                slots.perNode(),
                problem.problem().rates().memoryBytesPerSecond());
        List<Integer> chosen = planned.taken().stream()
                .filter(block -> isAwaited(made.parts().get(block)))
                .toList();
        int started = memory.launchedTasks();
        boolean late = !planned.taken().isEmpty() && (chosen.isEmpty() || started > MOST_STARTED * made.tasks());
        String dropped =
                late ? "the plan came too late, " + started + " of " + made.tasks() + " tasks have started" : "";
        long planningMillis = (System.nanoTime() - start) / 1_000_000;
        if (!late) {
            plan = planned;
            memory.whenHeard(this::heard);
            ask(made, planned, chosen);
        }
        letWait(late ? 0 : planned.delay());
        LOG.info(
                "Tiercel: {}: {}{}{}; planned in {} ms{}",
                name,
                late ? "nothing is prefetched, " + dropped + "; " : "",
                PlanLogText.line(planned),
                PlanLogText.correction(planned, correction),
                planningMillis,
                knewComputing ? "" : ", not knowing how long its tasks compute");
        app.record(() -> PlanRecords.line(new RecordedPlan(
                about(submittedMillis),
                app.plannerName(),
                problem.problem(),
                problem.nodes(),
                planned,
                dropped,
                planningMillis)));
        news.planned(PlanEventFactory.planned(
                aboutInEvents(),
                problem.problem(),
                problem.nodes(),
                planned,
                dropped,
                planningMillis,
                block -> made.parts().get(block).named()));
        whenPlanned.accept(after(problem, late ? planned.secondsWithout() : planned.seconds()));
    }

    /** @param seconds until the tasks that were planned for have ended */
    private PrecedingScans after(PrefetchProblemFactory.Made problem, double seconds) {
        double reading =
                problem.readSeconds().stream().mapToDouble(Double::doubleValue).sum();
        int devices = Math.max(1, problem.problem().devices().size());
        return new PrecedingScans(Math.max(before.ends(), seconds), before.reading() + reading / devices);
    }

    /** The first tasks begin so many seconds from now, if they wait at all. */
    private void letWait(double delay) {
        if (firstWave.mostMillis() > 0) {
            firstWave.planned(delay == 0 ? 0 : Math.round((System.nanoTime() - submittedNanos) / 1e6 + 1000 * delay));
            revive.run();
        }
    }

    /** How many of its tasks should run at once, as its slots were at submission. */
    private int atOnce(StageBlocks made) {
        return (int) Math.max(1, Math.min(made.readers(), slots.free() + slots.busy()));
    }

    /** Of a stage, that of its tasks; of a query one of its own, since nobody foretells how long it takes. */
    private StageKind commonKind() {
        return stage.stage() >= 0 ? kinds.get(0) : new StageKind(name);
    }

    private double computing(int task, long bytes) {
        return app.models().seconds(kind(task), turn(task), bytes);
    }

    /** Which tasks come first is open; how many do, is not. */
    private WarmUpPhase turn(int task) {
        return task < slots.free() + slots.busy() ? app.models().atFirst(kind(task)) : WarmUpPhase.LATER;
    }

    private StageKind kind(int task) {
        return kinds.get(kinds.size() == 1 ? 0 : task);
    }

    /** On whatever thread hears it. */
    private void heard(BlockId id, Residency residency) {
        if (isIn(residency)) {
            long now = sinceMillis(System.nanoTime());
            app.run(() -> {
                taken.markArrived(id, now / 1e3);
                news.arrived(id, now);
            });
        }
    }

    /** Whether some task that reads the block has yet to start. */
    private boolean isAwaited(StageBlocks.Part part) {
        return Arrays.stream(part.readers()).anyMatch(memory::isWaiting);
    }

    private void ask(StageBlocks made, PrefetchPlan planned, List<Integer> chosen) {
        for (RequestBatches.Batch batch : RequestBatches.of(planned, chosen)) {
            List<RequestedBlock> wanted = new ArrayList<>(batch.blocks().size());
            for (int block : batch.blocks()) {
                StageBlocks.Part part = made.parts().get(block);
                taken.addRequest(
                        part.id, part.bytes(), planned.blocks().get(block).readyAt());
                news.asked(part.id, part.bytes());
                app.claims()
                        .add(
                                part.id,
                                submittedNanos
                                        + Math.round(1e9
                                                * planned.blocks().get(block).readyAt()));
                wanted.add(part.wanted());
            }
            long at = submittedMillis + Math.round(1000 * Math.min(batch.neededAt(), 1e9));
            requests.add(app.prefetches().request(wanted, at, this::refused));
        }
    }

    private void refused(List<String> reasons) {
        if (!reasons.isEmpty()) {
            LOG.info(
                    "Tiercel: {}: not all comes into memory that was asked for: {}{}",
                    name,
                    reasons.get(0),
                    reasons.size() == 1 ? "" : "; and " + (reasons.size() - 1) + " further reasons");
        }
    }

    private void noteLaunch(int task, long millis) {
        StageBlocks known = job;
        if (known == null) {
            return;
        }
        List<BlockId> blocks = known.reads(task).stream()
                .map(read -> known.parts().get(read.part()).id)
                .toList();
        Set<BlockId> there = blocks.stream().filter(this::isIn).collect(Collectors.toSet());
        ComputingTimes learning = times;
        if (learning != null && there.containsAll(blocks)) {
            learning.readsFromMemory(task);
        }
        blocks.forEach(id -> taken.markStarted(id, millis / 1e3, there.contains(id)));
        blocks.forEach(id -> news.started(id, millis, there.contains(id)));
        app.launched(blocks, there::contains);
    }

    /** Some stage reads these blocks, which may have been asked for here. */
    void launchedElsewhere(List<BlockId> blocks, Predicate<BlockId> inMemory) {
        long millis = sinceMillis(System.nanoTime());
        blocks.forEach(id -> taken.markStarted(id, millis / 1e3, inMemory.test(id)));
        blocks.forEach(id -> news.started(id, millis, inMemory.test(id)));
    }

    private boolean isIn(BlockId id) {
        return isIn(memory.best(id));
    }

    private static boolean isIn(Residency residency) {
        return !residency.arriving() && residency.share() >= PrefetchProblemFactory.ALL_BUT;
    }

    /** Spark has measured a task that has succeeded. */
    void measured(TaskMeasurement measure) {
        int task = measure.task();
        StageBlocks known = job;
        ComputingTimes learning = times;
        boolean first = firstTasks.add(measure.executor(), measure.launchedMillis(), measure.endedMillis());
        if (known == null || learning == null || task >= known.tasks() || known.bytes(task) == 0) {
            return;
        }
        long bytes = known.bytes(task);
        WarmUpPhase turn = app.models().turn(kind(task), measure, first);
        double computed = learning.computed(task, bytes, measure.cpuSeconds(), measure.runSeconds());
        boolean exactly = learning.isExact(task);
        app.models().computed(kind(task), turn, bytes, computed, exactly);
        app.models().tookBeside(kind(task), turn, measure.overheadSeconds());
        app.computed(kind(task), known.parts().get(known.reads(task).get(0).part()).id, turn, bytes, computed, exactly);
    }

    /** A task of some stage, of a kind that has learnt it, has computed for so long that reads this block. */
    void computedElsewhere(
            StageKind learnt, BlockId block, WarmUpPhase turn, long bytes, double computed, boolean exactly) {
        StageBlocks known = job;
        if (known != null) {
            known.readerOf(block).stream()
                    .mapToObj(this::kind)
                    .filter(kind -> !kind.equals(learnt))
                    .forEach(kind -> app.models().computed(kind, turn, bytes, computed, exactly));
        }
    }

    private void end(long now) {
        if (ended) {
            return;
        }
        ended = true;
        input = null;
        seconds = (now - submittedNanos) / 1e9;
        news.over(sinceMillis(now));
        requests.forEach(app.prefetches()::forget);
        app.prefetches()
                .done(taken.unread().stream().filter(app.claims()::isSingle).toList());
        taken.requested().forEach(app.claims()::remove);
        app.over(this);
    }

    /** Says what came of the plan, when Spark has had the time to say what it measured. */
    Optional<PrefetchOutcome> outcome() {
        PrefetchPlan made = plan;
        ComputingTimes measured = times;
        if (made == null || measured == null) {
            return Optional.empty();
        }
        PrefetchForecast forecast = new PrefetchForecast(
                made.seconds(), made.secondsWithout(), predictedComputing, factor, prefetchedFactor);
        PrefetchOutcome outcome = taken.outcome(forecast, seconds, measured.mean());
        learn(made, measured);
        if (outcome.taken() > 0) {
            LOG.info("Tiercel: {}: {}", name, PlanLogText.line(outcome));
        }
        long now = System.currentTimeMillis();
        app.record(() -> PlanRecords.line(new RecordedOutcome(about(now), outcome)));
        return Optional.of(outcome);
    }

    /**
     * Queries run for as long as all of their stages do, and stages that are given up end too soon: neither was foretold. What was
     * foretold without knowing how long tasks compute is off for that reason, and not the next time.
     */
    private void learn(PrefetchPlan made, ComputingTimes measured) {
        StageBlocks known = job;
        if (known != null && knewComputing && stage.stage() >= 0 && measured.count() >= MOST_OF_ALL * known.readers()) {
            app.models().stageTook(commonKind(), atOnce(known), made.seconds(), seconds);
            app.models().prefetchTook(commonKind(), taken.lastExpectedArrival(), taken.lastArrival());
        }
    }

    private PlanEventFactory.About aboutInEvents() {
        return new PlanEventFactory.About(
                stage.stage(), stage.attempt(), stage.name(), submittedMillis, app.plannerName(), factor);
    }

    private PlanRecords.About about(long timeMillis) {
        return new PlanRecords.About(
                app.app(), stage.stage(), stage.attempt(), commonKind().text(), timeMillis);
    }
}

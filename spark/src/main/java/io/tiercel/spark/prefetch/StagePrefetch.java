package io.tiercel.spark.prefetch;

import io.tiercel.json.PlanRecords;
import io.tiercel.json.RecordedOutcome;
import io.tiercel.json.RecordedPlan;
import io.tiercel.model.BlockId;
import io.tiercel.model.Residency;
import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.spark.event.PlanEventFactory;
import io.tiercel.spark.input.StageInput;
import io.tiercel.spark.input.StageInput.PlacedBlock;
import io.tiercel.spark.memory.ClusterMemory;
import io.tiercel.spark.memory.StageMemory;
import io.tiercel.spark.prefetch.StagePlanner.PlannedPrefetch;
import io.tiercel.spark.prefetch.learn.StageKind;
import io.tiercel.spark.prefetch.learn.StageLearner;
import io.tiercel.spark.prefetch.learn.StageModel;
import io.tiercel.spark.prefetch.learn.StageModel.ComputingSample;
import io.tiercel.spark.prefetch.learn.TaskMeasurement;
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
 * Prefetches for one task set, or for one scan of a query: plans, requests, publishes and learns. Public methods return at once; their
 * work runs on the application's prefetching thread, as everything else here does.
 */
public final class StagePrefetch {
    private static final Logger LOG = LoggerFactory.getLogger(StagePrefetch.class);

    private final ApplicationPrefetcher app;
    private final PrefetchSubject subject;
    private final FirstWaveHold firstWave;
    private final Runnable revive;
    private final StageMemory memory;
    private final StageSlots slots;
    private final StagePlanner planner;
    private final StageLearner learner;
    private final StageRequests requests;

    /** Dropped once the stage has been planned for or has ended. */
    private @Nullable StageInput input;

    private PrecedingScans preceding = PrecedingScans.NONE;
    private Consumer<PrecedingScans> whenPlanned = same -> {};
    private @Nullable StageBlocks blocks;

    /** Null without a plan, or if it was dropped. */
    private @Nullable PlannedPrefetch planned;

    /** Null before blocks are requested. Read on any thread. */
    private volatile @Nullable AwaitedTasks awaited;

    private boolean ended;
    private double seconds;

    /**
     * @param firstWave receives how long the first tasks wait
     * @param revive called when the first tasks wait for a shorter time than they did
     */
    StagePrefetch(
            ApplicationPrefetcher app,
            PrefetchSubject subject,
            StageInput input,
            StageMemory memory,
            StageSlots slots,
            FirstWaveHold firstWave,
            Runnable revive) {
        this.app = app;
        this.subject = subject;
        this.firstWave = firstWave;
        this.revive = revive;
        this.input = input;
        this.memory = memory;
        this.slots = slots;
        this.planner = new StagePlanner(app, subject, memory, slots, input.readScores());
        this.learner = new StageLearner(() -> app.models.of(subject.kind()));
        this.requests = new StageRequests(app.requests, app.claims, subject, app.events);
    }

    PrefetchSubject subject() {
        return subject;
    }

    /** The tasks that may be held back until their input is in memory. */
    public FirstWaveHold firstWave() {
        return firstWave;
    }

    /** Ends the hold: another stage waits for the slots. */
    public void waitNoMore() {
        firstWave.release();
        LOG.info("Tiercel: {}: its first tasks wait no more for their input, others wait for slots", subject.name());
    }

    /** Plans and requests blocks, now that the input is located. Only the first call counts. */
    public void plan() {
        app.thread.execute(this::begin);
    }

    /**
     * The same for tasks that start only when other work has ended.
     *
     * @param next called on the prefetching thread afterwards, with the work that precedes the next scan
     */
    void plan(PrecedingScans first, Consumer<PrecedingScans> next) {
        preceding = first;
        whenPlanned = next;
        plan();
    }

    public void launched(int task) {
        double now = secondsNow();
        app.thread.execute(() -> noteLaunch(task, now));
    }

    /** Whether some input of a task is on its way into memory, as far as is known. Any thread may ask. */
    public boolean isAwaited(int task) {
        AwaitedTasks known = awaited;
        return known != null && known.contains(task);
    }

    /** No more tasks will be launched. */
    public void ended() {
        double now = secondsNow();
        app.thread.execute(() -> end(now));
    }

    private double secondsNow() {
        return subject.seconds(System.nanoTime());
    }

    private void begin() {
        StageInput from = input;
        input = null;
        if (ended || from == null) {
            whenPlanned.accept(preceding);
            return;
        }
        List<List<PlacedBlock>> reads =
                IntStream.range(0, from.tasks()).mapToObj(from::placedBlocks).toList();
        StageBlocks read = new StageBlocks(reads, from.share());
        if (read.parts().isEmpty()) {
            start(0);
            whenPlanned.accept(preceding);
            return;
        }
        blocks = read;
        app.requests.cluster().thenAccept(cluster -> app.thread.execute(() -> decide(read, cluster)));
    }

    private void decide(StageBlocks read, Optional<ClusterMemory> cluster) {
        if (ended) {
            whenPlanned.accept(preceding);
        } else if (cluster.isEmpty()) {
            LOG.debug("Tiercel: nothing is prefetched for {}, the coordinator is not there", subject.name());
            app.events.accept(PlanEventFactory.none(
                    about(subject.submittedMillis()),
                    subject.stage().name(),
                    app.planners.name(),
                    "the coordinator is not there"));
            start(0);
            whenPlanned.accept(preceding);
        } else {
            PlannedPrefetch made = planner.plan(read, cluster.get(), preceding, firstWave.mostMillis());
            request(read, made);
            start(made.delay());
            report(read, made);
            whenPlanned.accept(made.next(preceding));
        }
    }

    private void request(StageBlocks read, PlannedPrefetch made) {
        learner.start(new StageLearner.ReadTimes(
                made.problem().readSeconds(),
                slots.perNode(),
                made.problem().problem().rates().memoryBytesPerSecond()));
        if (!made.isDropped()) {
            planned = made;
            awaited = new AwaitedTasks(read, made.coming());
            memory.whenHeard(this::heard);
            requests.request(read, made.plan(), made.requested(), this::logRefusals);
        }
    }

    private void report(StageBlocks read, PlannedPrefetch made) {
        LOG.info("Tiercel: {}: {}", subject.name(), PlanLogText.line(made));
        RecordedPlan record = made.record(about(subject.submittedMillis()), app.planners.name());
        app.recorder.add(() -> PlanRecords.line(record));
        app.events.accept(PlanEventFactory.planned(
                record, subject.stage().name(), made.correction().factor(), block -> read.parts()
                        .get(block)
                        .name()));
    }

    /** Lets the first tasks begin {@code delay} seconds from now, if they wait at all. */
    private void start(double delay) {
        if (firstWave.mostMillis() > 0) {
            firstWave.planned(delay == 0 ? 0 : Math.round(1000 * (secondsNow() + delay)));
            revive.run();
        }
    }

    /** Called on any thread. */
    private void heard(BlockId id, Residency residency) {
        if (isInMemory(residency)) {
            AwaitedTasks known = awaited;
            if (known != null) {
                known.arrived(id);
            }
            double now = secondsNow();
            app.thread.execute(() -> {
                requests.arrived(id, now);
                publishOutcome(now);
            });
        }
    }

    private void logRefusals(List<String> reasons) {
        if (!reasons.isEmpty()) {
            LOG.info(
                    "Tiercel: {}: the coordinator does not bring in all blocks: {}{}",
                    subject.name(),
                    reasons.get(0),
                    reasons.size() == 1 ? "" : "; and " + (reasons.size() - 1) + " further reasons");
        }
    }

    private void noteLaunch(int task, double now) {
        StageBlocks known = blocks;
        if (known == null) {
            return;
        }
        List<BlockId> read = known.ids(task);
        Set<BlockId> there =
                read.stream().filter(id -> isInMemory(memory.best(id))).collect(Collectors.toSet());
        if (there.containsAll(read)) {
            learner.readsFromMemory(task);
        }
        started(read, there::contains, now);
        app.launched(read, there::contains);
    }

    /** A task of another stage reads these blocks, which may have been requested here. */
    void launchedElsewhere(List<BlockId> read, Predicate<BlockId> inMemory) {
        started(read, inMemory, secondsNow());
    }

    private void started(List<BlockId> read, Predicate<BlockId> inMemory, double now) {
        read.forEach(id -> requests.started(id, now, inMemory.test(id)));
        publishOutcome(now);
    }

    private void publishOutcome(double now) {
        if (planned != null) {
            requests.publish(outcome(planned, now), false);
        }
    }

    private static boolean isInMemory(Residency residency) {
        return !residency.arriving() && residency.share() >= PrefetchProblemFactory.RESIDENT_SHARE;
    }

    void measured(TaskMeasurement measurement) {
        StageBlocks known = blocks;
        int task = measurement.task();
        long bytes = known == null || task >= known.tasks() ? 0 : known.bytes(task);
        learner.measured(measurement, bytes)
                .ifPresent(
                        sample -> app.computed(subject.kind(), known.ids(task).get(0), sample));
    }

    /** A task of another stage has computed, which reads {@code block}; {@code learnt} is its kind. */
    void computedElsewhere(StageKind learnt, BlockId block, ComputingSample sample) {
        if (blocks != null && blocks.isRead(block) && !subject.kind().equals(learnt)) {
            app.models.of(subject.kind()).learn(sample);
        }
    }

    private void end(double now) {
        if (ended) {
            return;
        }
        ended = true;
        input = null;
        seconds = now;
        if (planned != null) {
            requests.publish(outcome(planned, now), true);
        }
        requests.end();
        app.ended(this);
    }

    private PrefetchOutcome outcome(PlannedPrefetch made, double now) {
        return requests.tracker().outcome(made.forecast(), now, learner.computingSeconds());
    }

    /** Reports and learns the outcome of the plan, once Spark has had the time to measure the last tasks; empty without a plan. */
    Optional<PrefetchOutcome> outcome() {
        PlannedPrefetch made = planned;
        StageBlocks known = blocks;
        if (made == null || known == null) {
            return Optional.empty();
        }
        PrefetchOutcome outcome = outcome(made, seconds);
        learn(made, known.readers());
        if (outcome.taken() > 0) {
            LOG.info("Tiercel: {}: {}", subject.name(), PlanLogText.line(outcome));
        }
        RecordedOutcome record = new RecordedOutcome(about(System.currentTimeMillis()), outcome);
        app.recorder.add(() -> PlanRecords.line(record));
        return Optional.of(outcome);
    }

    /** No model predicts a query's end, nor that of a stage that fails; predictions without computing times were off for that reason. */
    private void learn(PlannedPrefetch made, long readers) {
        if (made.knowsComputing() && !subject.isQuery() && learner.isComplete(readers)) {
            StageModel model = app.models.of(subject.kind());
            model.learnStage(made.atOnce(), made.plan().seconds(), seconds);
            model.learnArrival(
                    requests.tracker().lastExpectedArrival(), requests.tracker().lastArrival());
        }
    }

    private PlanRecords.About about(long timeMillis) {
        return subject.about(app.recorder.app(), timeMillis);
    }
}

package io.tiercel.spark.prefetch;

import io.tiercel.config.Settings;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.BlockId;
import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.spark.FaultLog;
import io.tiercel.spark.SerialExecutor;
import io.tiercel.spark.TiercelKeys;
import io.tiercel.spark.account.StageStatistics;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.input.StageInput;
import io.tiercel.spark.memory.CoordinatorConnection;
import io.tiercel.spark.memory.PrefetchRequests;
import io.tiercel.spark.prefetch.learn.StageKind;
import io.tiercel.spark.prefetch.learn.StageModel.ComputingSample;
import io.tiercel.spark.prefetch.learn.StageModelStore;
import io.tiercel.spark.prefetch.learn.TaskMeasurement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prefetches for an application: plans, requests and learns on a thread of its own. A failure there costs one line in the log; the
 * application runs on as without prefetching.
 */
public final class ApplicationPrefetcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApplicationPrefetcher.class);

    /** Spark reports a task's measurements on another way than its end, and later. */
    private static final Duration MEASUREMENT_DELAY = Duration.ofMillis(500);

    /** Weight of a new task in the mean over the application's tasks. */
    private static final double WEIGHT = 0.05;

    private static final Duration CLOSE_BUDGET = Duration.ofSeconds(2);

    private record Attempt(int stage, int number) {}

    /** A plan for a scan of a query, and the input that it is about. */
    private record Scan(StagePrefetch prefetch, StageInput input) {}

    final SerialExecutor thread;

    // The parts that stages share. Used on the thread only, as all below.
    final PrefetchRequests requests;
    final PlannerSelection planners;
    final PrefetchProblemFactory problems;
    final StageModelStore models;
    final BlockClaims claims = new BlockClaims();
    final PlanRecorder recorder;
    final Consumer<TiercelEvent> events;

    private final Map<Attempt, StagePrefetch> stages = new LinkedHashMap<>();
    private final Map<Long, List<Scan>> queries = new HashMap<>();
    private final Deque<StagePrefetch> ended = new ArrayDeque<>();
    private PrefetchTotals totals = PrefetchTotals.NONE;
    private double taskSeconds = Double.NaN;

    private ApplicationPrefetcher(
            CoordinatorConnection coordinator,
            Settings settings,
            HostRegistry hosts,
            FaultLog faults,
            Consumer<TiercelEvent> events,
            Supplier<String> appId) {
        this.thread = new SerialExecutor("tiercel-prefetch", "something is not prefetched", faults);
        this.requests = coordinator.prefetches();
        this.planners = new PlannerSelection(settings);
        this.problems = new PrefetchProblemFactory(hosts, new TierRates(settings));
        this.models =
                new StageModelStore(settings.find(TiercelKeys.PREFETCH_MODELS).map(Path::of));
        this.recorder = new PlanRecorder(
                settings.find(TiercelKeys.RECORD_DIR),
                settings.find(TiercelKeys.RECORD_SIZE).orElse(Long.MAX_VALUE),
                appId);
        this.events = events;
    }

    /**
     * The prefetcher that the settings ask for; empty if they ask for none. Without a coordinator there is none either, after a line
     * in the log.
     *
     * @param events receives plans and their outcomes
     * @param appId the application's id, asked for once it is needed
     */
    public static Optional<ApplicationPrefetcher> of(
            Settings settings,
            Optional<CoordinatorConnection> coordinator,
            HostRegistry hosts,
            FaultLog faults,
            Consumer<TiercelEvent> events,
            Supplier<String> appId) {
        String wanted = settings.get(TiercelKeys.PREFETCH);
        if (wanted.equals(TiercelKeys.NO_PREFETCH)) {
            return Optional.empty();
        }
        if (coordinator.isEmpty()) {
            LOG.warn(
                    "Tiercel: {}={} needs a coordinator ({}); nothing is prefetched",
                    TiercelKeys.PREFETCH,
                    wanted,
                    TiercelKeys.COORDINATOR);
            return Optional.empty();
        }
        return Optional.of(new ApplicationPrefetcher(coordinator.get(), settings, hosts, faults, events, appId));
    }

    /** Plans for a made-up stage in the background, until there is a real one. */
    public void warmUp() {
        warmUp(PlannerWarmup.TIMES);
    }

    /** One plan at a time, so that a real one waits for one at most. */
    private void warmUp(int times) {
        thread.execute(() -> {
            if (times > 0 && stages.isEmpty() && queries.isEmpty()) {
                try {
                    PlannerWarmup.plan(planners.planner(planners.maxDelayMillis() > 0, false));
                    warmUp(times - 1);
                } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
                    LOG.debug("Warming up the planner: {}", e.toString());
                }
            }
        });
    }

    /**
     * The hold of the first tasks of a stage that is being submitted.
     *
     * @param nowNanos by the scheduler's monotonic clock
     * @param mayWait whether nobody else would use their slots
     */
    public FirstWaveHold firstWave(long nowNanos, boolean mayWait) {
        return mayWait ? new FirstWaveHold(nowNanos, planners.maxDelayMillis()) : FirstWaveHold.none();
    }

    /**
     * A stage was submitted.
     *
     * @param slots that it may have now
     * @param revive asks for offers, on any thread: the first tasks may start
     * @return empty if the residency of its input is unknown
     */
    public Optional<StagePrefetch> stage(
            StageStatistics.Stage stage,
            StageKind kind,
            StageInput input,
            StageSlots slots,
            FirstWaveHold firstWave,
            Runnable revive) {
        return input.memory().map(memory -> {
            PrefetchSubject subject = PrefetchSubject.ofStage(stage, kind);
            StagePrefetch made = new StagePrefetch(this, subject, input, memory, slots, firstWave, revive);
            thread.execute(() -> stages.put(attempt(made), made));
            return made;
        });
    }

    private static Attempt attempt(StagePrefetch stage) {
        StageStatistics.Stage about = stage.subject().stage();
        return new Attempt(about.stage(), about.attempt());
    }

    /**
     * A query is about to run. Its stages are planned for again when they are submitted, and find their blocks on the way.
     *
     * @param id of the query's execution
     * @param input of one of its scans, located and watched
     * @param kind of the scan's tasks
     * @param slots that exist now
     * @param preceding the query's work before the scan
     * @param next called after planning, on another thread, with the work before the next scan
     */
    public void query(
            long id,
            StageInput input,
            StageKind kind,
            StageSlots slots,
            PrecedingScans preceding,
            Consumer<PrecedingScans> next) {
        input.memory()
                .ifPresentOrElse(
                        memory -> thread.execute(() -> {
                            List<Scan> scans = queries.computeIfAbsent(id, fresh -> new ArrayList<>());
                            PrefetchSubject subject = PrefetchSubject.ofScan(id, scans.size(), kind);
                            StagePrefetch made = new StagePrefetch(
                                    this, subject, input, memory, slots, FirstWaveHold.none(), () -> {});
                            scans.add(new Scan(made, input));
                            made.plan(preceding, next);
                        }),
                        () -> next.accept(preceding));
    }

    public void queryOver(long id) {
        thread.execute(() -> {
            List<Scan> scans = queries.remove(id);
            if (scans != null) {
                scans.forEach(scan -> {
                    scan.prefetch().ended();
                    scan.input().cancel();
                });
            }
        });
    }

    /** A task of some stage has succeeded. */
    public void measured(TaskMeasurement task) {
        thread.execute(() -> {
            double run = task.runSeconds();
            taskSeconds = Double.isNaN(taskSeconds) ? run : taskSeconds + WEIGHT * (run - taskSeconds);
            StagePrefetch known = stages.get(new Attempt(task.stage(), task.attempt()));
            if (known != null) {
                known.measured(task);
            }
        });
    }

    /** Mean running time of the application's recent tasks; NaN before the first has ended. */
    double taskSeconds() {
        return taskSeconds;
    }

    /** A stage's task that reads these blocks was launched: queries may have requested them. */
    void launched(List<BlockId> blocks, Predicate<BlockId> inMemory) {
        eachScan(scan -> scan.launchedElsewhere(blocks, inMemory));
    }

    /** A stage's task that reads {@code block} has computed for {@code sample}'s time; {@code kind} has learnt it. */
    void computed(StageKind kind, BlockId block, ComputingSample sample) {
        eachScan(scan -> scan.computedElsewhere(kind, block, sample));
    }

    private void eachScan(Consumer<StagePrefetch> action) {
        queries.values().forEach(scans -> scans.forEach(scan -> action.accept(scan.prefetch())));
    }

    void ended(StagePrefetch stage) {
        ended.add(stage);
        thread.schedule(this::sumUpNext, MEASUREMENT_DELAY);
    }

    private void sumUpNext() {
        StagePrefetch stage = ended.poll();
        if (stage != null) {
            stage.outcome().map(PrefetchTotals::of).ifPresent(outcome -> {
                // A query has no gain: its plan covers its scans only, its time all of its stages.
                totals = totals.plus(stage.subject().isQuery() ? outcome.withoutGain() : outcome);
            });
            stages.remove(attempt(stage), stage);
        }
    }

    /** Ends the stages, logs the totals and saves the models; waits a moment at most. */
    @Override
    public void close() {
        if (!thread.close(this::finish, CLOSE_BUDGET)) {
            LOG.debug("Tiercel: prefetching did not end in time");
        }
    }

    private void finish() {
        while (!ended.isEmpty()) {
            sumUpNext();
        }
        if (totals.taken() > 0) {
            LOG.info(PlanLogText.line(totals));
        }
        models.save();
        recorder.close();
    }
}

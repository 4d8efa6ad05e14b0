package io.tiercel.spark.prefetch;

import io.tiercel.config.Settings;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.BlockId;
import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.plan.CostBasedPlanner;
import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlanner;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.spark.FaultLog;
import io.tiercel.spark.SerialExecutor;
import io.tiercel.spark.TiercelKeys;
import io.tiercel.spark.account.AsyncLineWriter;
import io.tiercel.spark.account.StageStatistics;
import io.tiercel.spark.event.EventSink;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.input.StageInput;
import io.tiercel.spark.memory.CoordinatorConnection;
import io.tiercel.spark.memory.PrefetchRequests;
import io.tiercel.spark.prefetch.learn.StageKind;
import io.tiercel.spark.prefetch.learn.StageModelStore;
import io.tiercel.spark.prefetch.learn.TaskMeasurement;
import io.tiercel.spark.prefetch.learn.WarmUpPhase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application's prefetching. It has a thread of its own on which it plans, asks and learns; whatever goes wrong there costs one
 * line in the log, and the application runs as without it.
 */
public final class ApplicationPrefetcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApplicationPrefetcher.class);

    /** What Spark measures of a task comes by another way than its end, and later. */
    private static final Duration MEASURES = Duration.ofMillis(500);

    /** Weight of one more task in the mean over tasks of the application. */
    private static final double WEIGHT = 0.05;

    private static final int MOST_LINES_WAITING = 256;
    private static final Duration CLOSE_BUDGET = Duration.ofSeconds(2);
    private static final long SEED = 1;

    private record Key(int stage, int attempt) {}

    /** What plans without a delay and with one, for agents that are equally urgent. */
    private record Planners(PrefetchPlanner planner, PrefetchPlanner delaying) {
        static Planners of(Settings settings, Contention contention) {
            return new Planners(
                    named(settings, Duration.ZERO, contention),
                    named(settings, settings.get(TiercelKeys.PREFETCH_DELAY), contention));
        }

        private static PrefetchPlanner named(Settings settings, Duration mostDelay, Contention contention) {
            String name =
                    switch (settings.get(TiercelKeys.PREFETCH)) {
                        case "cost" -> CostBasedPlanner.NAME;
                        case "all" -> "prefetch-all";
                        default -> settings.get(TiercelKeys.PREFETCH);
                    };
            PlannerSettings with = PlannerSettings.DEFAULTS
                    .withMaxDelay(mostDelay.toMillis() / 1e3)
                    .withContention(contention, PlannerSettings.DEFAULTS.effort());
            return PrefetchPlanners.named(name, with, SEED);
        }
    }

    /** One of the plans of a query, and what it is about. */
    private record Query(StagePrefetch prefetch, StageInput input) {}

    private final Planners waiting;
    private final Planners sharing;
    private final long mostDelayMillis;
    private final PrefetchRequests prefetches;
    private final PrefetchProblemFactory problems;
    private final EventSink events;
    private final Supplier<String> appId;
    private final Optional<String> recordDirectory;
    private final SerialExecutor thread;

    // Of the one thread alone.
    private final StageModelStore models;
    private final BlockClaims claims = new BlockClaims();
    private final Map<Key, StagePrefetch> stages = new LinkedHashMap<>();
    private final Map<Long, List<Query>> queries = new HashMap<>();
    private final Deque<StagePrefetch> over = new ArrayDeque<>();
    private double taskSeconds = Double.NaN;
    private PrefetchTotals totals = PrefetchTotals.NONE;
    private @Nullable AsyncLineWriter records;
    private boolean recordsFailed;

    private ApplicationPrefetcher(
            CoordinatorConnection link,
            Settings settings,
            HostRegistry hosts,
            FaultLog faults,
            EventSink events,
            Supplier<String> appId) {
        this.events = events;
        this.waiting = Planners.of(settings, Contention.IDLE);
        this.sharing = Planners.of(settings, Contention.EQUAL);
        this.mostDelayMillis = plannerName().equals(CostBasedPlanner.NAME)
                ? settings.get(TiercelKeys.PREFETCH_DELAY).toMillis()
                : 0;
        this.prefetches = link.prefetches();
        this.problems = new PrefetchProblemFactory(hosts, new TierRates(settings));
        this.models =
                new StageModelStore(settings.find(TiercelKeys.PREFETCH_MODELS).map(Path::of));
        this.recordDirectory = settings.find(TiercelKeys.RECORD_DIR);
        this.appId = appId;
        this.thread = new SerialExecutor("tiercel-prefetch", "something is not prefetched", faults);
    }

    /**
     * The prefetching that the settings ask for; empty if they ask for none. Without a coordinator there is none either, after a line
     * in the log.
     *
     * @param events is told of plans, and of what comes of them
     * @param appId the application's id, asked for once it is needed
     */
    public static Optional<ApplicationPrefetcher> of(
            Settings settings,
            Optional<CoordinatorConnection> link,
            HostRegistry hosts,
            FaultLog faults,
            EventSink events,
            Supplier<String> appId) {
        String wanted = settings.get(TiercelKeys.PREFETCH);
        if (wanted.equals(TiercelKeys.NO_PREFETCH)) {
            return Optional.empty();
        }
        if (link.isEmpty()) {
            LOG.warn(
                    "Tiercel: {}={} needs a coordinator ({}); nothing is prefetched",
                    TiercelKeys.PREFETCH,
                    wanted,
                    TiercelKeys.COORDINATOR);
            return Optional.empty();
        }
        return Optional.of(new ApplicationPrefetcher(link.get(), settings, hosts, faults, events, appId));
    }

    /**
     * The first tasks of a stage that is being submitted.
     *
     * @param now by the scheduler's clock, milliseconds
     * @param mayWait whether nobody else would use their slots
     */
    public FirstWaveHold firstWave(long now, boolean mayWait) {
        return mayWait && mostDelayMillis > 0 ? new FirstWaveHold(now, mostDelayMillis) : FirstWaveHold.free();
    }

    /**
     * A stage was submitted.
     *
     * @param slots that it may have, as of now
     * @param revive asks for offers, on whatever thread: the first tasks may start
     * @return empty if what is in memory of its input is not known
     */
    public Optional<StagePrefetch> stage(
            StageStatistics.Stage stage,
            StageKind kind,
            StageInput input,
            StageSlots slots,
            FirstWaveHold firstWave,
            Runnable revive) {
        return input.memory().map(memory -> {
            String attempt = stage.attempt() == 0 ? "" : "." + stage.attempt();
            String name = "stage " + stage.stage() + attempt + " (" + stage.name() + ")";
            StagePrefetch made =
                    new StagePrefetch(this, name, stage, List.of(kind), input, memory, slots, firstWave, revive);
            run(() -> stages.put(new Key(stage.stage(), stage.attempt()), made));
            return made;
        });
    }

    /**
     * A query is about to run, and this is what one of its scans reads, located and watched. Its stage is planned for once more when
     * it is submitted; what was asked for here is on its way then.
     *
     * @param id of the query's execution
     * @param kind of the scan's tasks
     * @param slots that there are, as of now
     * @param before what of the query comes before the scan
     * @param next called when it is planned for, on another thread, with what comes before the scan after it
     */
    public void query(
            long id,
            StageInput input,
            StageKind kind,
            StageSlots slots,
            PrecedingScans before,
            Consumer<PrecedingScans> next) {
        input.memory()
                .ifPresentOrElse(
                        memory -> run(() -> {
                            List<Query> parts = queries.computeIfAbsent(id, fresh -> new ArrayList<>());
                            String name = "query " + id + (parts.isEmpty() ? "" : ", scan " + (parts.size() + 1));
                            StageStatistics.Stage stage =
                                    new StageStatistics.Stage(PrefetchPlanned.stageOfQuery(id), parts.size(), name);
                            StagePrefetch made = new StagePrefetch(
                                    this,
                                    name,
                                    stage,
                                    List.of(kind),
                                    input,
                                    memory,
                                    slots,
                                    FirstWaveHold.free(),
                                    () -> {});
                            parts.add(new Query(made, input));
                            made.plan(before, next);
                        }),
                        () -> next.accept(before));
    }

    /** A query has ended, well or not. */
    public void queryOver(long id) {
        run(() -> {
            List<Query> parts = queries.remove(id);
            if (parts != null) {
                parts.forEach(part -> {
                    part.prefetch().ended();
                    part.input().cancel();
                });
            }
        });
    }

    /** Tasks of some stage read these blocks: a query's stages read what was asked for on its behalf. */
    void launched(List<BlockId> blocks, Predicate<BlockId> inMemory) {
        queries.values().forEach(parts -> parts.forEach(part -> part.prefetch().launchedElsewhere(blocks, inMemory)));
    }

    /** A task of some stage that reads this block computed for so long: queries learn it for their scans of other kinds. */
    void computed(StageKind kind, BlockId block, WarmUpPhase turn, long bytes, double seconds, boolean exactly) {
        queries.values()
                .forEach(parts -> parts.forEach(
                        part -> part.prefetch().computedElsewhere(kind, block, turn, bytes, seconds, exactly)));
    }

    /** A task of some stage has succeeded. */
    public void measured(TaskMeasurement measure) {
        run(() -> {
            double run = measure.runSeconds();
            taskSeconds = Double.isNaN(taskSeconds) ? run : taskSeconds + WEIGHT * (run - taskSeconds);
            StagePrefetch known = stages.get(new Key(measure.stage(), measure.attempt()));
            if (known != null) {
                known.measured(measure);
            }
        });
    }

    /** Runs {@code action} on the thread, soon; not at all once this is closed. */
    void run(Runnable action) {
        thread.execute(action);
    }

    EventSink events() {
        return events;
    }

    String plannerName() {
        return waiting.planner().name();
    }

    /**
     * @param delayMillis for which the first tasks may wait
     * @param sharesDevices whether agents read as urgently as tasks
     */
    PrefetchPlanner planner(long delayMillis, boolean sharesDevices) {
        Planners planners = sharesDevices ? sharing : waiting;
        return delayMillis > 0 ? planners.delaying() : planners.planner();
    }

    PrefetchRequests prefetches() {
        return prefetches;
    }

    PrefetchProblemFactory problems() {
        return problems;
    }

    StageModelStore models() {
        return models;
    }

    BlockClaims claims() {
        return claims;
    }

    String app() {
        return appId.get();
    }

    /** How long tasks of this application take of late; NaN before the first has ended. */
    double taskSeconds() {
        return taskSeconds;
    }

    /** A stage is over; a little later it says what came of it. */
    void over(StagePrefetch stage) {
        over.add(stage);
        thread.schedule(this::sumUp, MEASURES);
    }

    private void sumUp() {
        StagePrefetch stage = over.poll();
        if (stage != null) {
            boolean ofQuery = PrefetchPlanned.isQuery(stage.stage().stage());
            stage.outcome().ifPresent(outcome -> count(outcome, ofQuery));
            stages.remove(new Key(stage.stage().stage(), stage.stage().attempt()), stage);
        }
    }

    /** A query takes longer than its scans, of which its plan is, so that the two do not make a gain. */
    private void count(PrefetchOutcome outcome, boolean ofQuery) {
        PrefetchTotals more = PrefetchTotals.of(outcome);
        totals = totals.plus(ofQuery ? more.withoutGain() : more);
    }

    /** Adds a line to the records, if the user wants them. */
    void record(Supplier<String> line) {
        AsyncLineWriter file = records();
        if (file != null) {
            file.add(line);
        }
    }

    private @Nullable AsyncLineWriter records() {
        if (records == null && !recordsFailed && recordDirectory.isPresent()) {
            try {
                Path directory = Files.createDirectories(Path.of(recordDirectory.get()));
                records = new AsyncLineWriter(directory.resolve("prefetch-" + app() + ".jsonl"), MOST_LINES_WAITING);
            } catch (IOException | RuntimeException e) {
                recordsFailed = true;
                LOG.error("Tiercel: plans are not recorded in {}: {}", recordDirectory.get(), e.toString());
            }
        }
        return records;
    }

    /** Ends what is under way, and keeps what was learnt; waits for that a moment at most. */
    @Override
    public void close() {
        if (!thread.close(this::finish, CLOSE_BUDGET)) {
            LOG.debug("Tiercel: prefetching did not end in time");
        }
    }

    private void finish() {
        while (!over.isEmpty()) {
            sumUp();
        }
        if (totals.taken() > 0) {
            LOG.info(
                    "Tiercel: prefetched {} blocks ({} MiB) in all: {} were in memory when their tasks started, {} came "
                            + "late, {} were not read; expected to save {} s, saved {} s against the same expectation",
                    totals.taken(),
                    totals.bytes() >> 20,
                    totals.used(),
                    totals.late(),
                    totals.unread(),
                    String.format(Locale.ROOT, "%.2f", totals.predictedGainSeconds()),
                    String.format(Locale.ROOT, "%.2f", totals.gainSeconds()));
        }
        models.save();
        if (records != null) {
            records.close();
        }
    }
}

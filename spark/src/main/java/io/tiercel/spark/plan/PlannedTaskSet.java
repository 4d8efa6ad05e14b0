package io.tiercel.spark.plan;

import io.tiercel.model.Tier;
import io.tiercel.plan.dispatch.ClusterLoad;
import io.tiercel.plan.dispatch.Dispatch;
import io.tiercel.plan.dispatch.PlannedReads;
import io.tiercel.plan.dispatch.PlannedStage;
import io.tiercel.plan.dispatch.ReadPlan;
import io.tiercel.plan.dispatch.StageInputs;
import io.tiercel.plan.dispatch.TaskReads;
import io.tiercel.spark.prefetch.learn.StageKind;
import io.tiercel.stage.HeldSlots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A task set whose reads are planned together: policy {@code tiercel}. Places are hosts, by index of the host registry. Times are seconds
 * of a clock that nobody sets. Guarded by the scheduler's lock.
 */
public final class PlannedTaskSet {
    /** Shortest time between two plans that are made because of news, in seconds. */
    private static final double NEWS_SECONDS = 0.5;

    /** Computing times that differ by less than this part are no news. */
    private static final double CHANGED = 0.2;

    private static final int[] NOBODY_COUNTS = {};

    private final ApplicationPlans application;
    private final ReadTranslation translation;
    private final LearnedStages.Kind kind;
    private final PlannedStage stage;
    private final HeldSlots held = new HeldSlots();
    private final Map<Integer, Integer> heldNow = new TreeMap<>();
    private final double[] taskBytes;
    private StageInputs translated;
    private double meanComputing;
    private double newsAt;
    private int[] free = {};
    private @Nullable Dispatch round;
    private final List<Dispatch.Start> starts = new ArrayList<>();

    PlannedTaskSet(
            ApplicationPlans application,
            ReadTranslation translation,
            StageKind kind,
            int[] slots,
            Consumer<Runnable> solver,
            double now) {
        this.application = application;
        this.translation = translation;
        this.kind = application.learned.of(kind);
        this.translated = translation.reads();
        this.taskBytes = translated.taskBytes();
        this.meanComputing = meanComputing();
        ClusterLoad load = application.load(translation::racks, slots);
        this.stage = new PlannedStage(translated.computing(this::computing), load, application.leastHold, solver, now);
        this.newsAt = now;
        stage.awaits(translation::isAwaited);
    }

    private double computing(double bytes) {
        return kind.computing.seconds(Math.round(bytes));
    }

    private double meanComputing() {
        double sum = 0;
        for (double bytes : taskBytes) {
            sum += computing(bytes);
        }
        return sum / Math.max(1, taskBytes.length);
    }

    /**
     * Begins a round.
     *
     * @param slots of each place, free or not
     * @param freeSlots of each place, offered or not
     * @param offered the places whose slots are offered
     */
    public void begin(int[] slots, int[] freeSlots, IntPredicate offered, double now) {
        // First the reads: they may name nodes and devices that the cluster's load does not know yet.
        StageInputs latest = translation.reads();
        int nodes = application.load(translation::racks, slots).model().nodes();
        // A plan that is on its way is not thrown away: more news would throw the next one away as well.
        if (now >= newsAt + NEWS_SECONDS && !stage.isPlanning()) {
            double expected = meanComputing();
            boolean computesOtherwise =
                    Math.abs(expected - meanComputing) > CHANGED * Math.max(expected, meanComputing);
            newsAt = now;
            if (latest != translated) {
                translated = latest;
                meanComputing = expected;
                stage.moved(translated.computing(this::computing));
            } else if (computesOtherwise) {
                meanComputing = expected;
                stage.recomputed(translated.computing(this::computing));
            }
        }
        starts.clear();
        free = Arrays.copyOf(freeSlots, nodes);
        round = stage.round(free, offered, NOBODY_COUNTS, now);
    }

    /**
     * The task that a free slot of a place gets.
     *
     * @param allowed whether a task still waits and may run on the slot
     * @return null if the slot stays free
     */
    public Dispatch.@Nullable Start take(int place, IntPredicate allowed) {
        Dispatch.Start start = round == null ? null : round.start(place, allowed);
        if (start != null) {
            starts.add(start);
        }
        return start;
    }

    /** Ends a round. @return when the next one is needed at the latest: seconds; infinity if no task waits */
    public double end(double now) {
        Dispatch ended = round;
        round = null;
        if (ended == null) {
            return Double.POSITIVE_INFINITY;
        }
        heldNow.clear();
        for (int place = 0; place < free.length; place++) {
            int slots = ended.isHeld(place) ? free[place] : 0;
            held.leave(place, slots, millis(now));
            if (slots > 0) {
                heldNow.put(place, slots);
            }
        }
        return ended.nextDeadline();
    }

    /** The plan, if it is new since the last call. */
    public Optional<ReadPlan> takePlanIfNew() {
        return stage.takePlanIfNew();
    }

    /** The reads of the last plan; empty before the first round. */
    public Optional<PlannedReads> plannedReads() {
        return stage.plannedReads();
    }

    /** The bytes that all tasks together are expected to read. */
    public double inputBytes() {
        return Arrays.stream(taskBytes).sum();
    }

    /** The tier of a device that plans number. Any thread may ask. */
    public Tier tier(int device) {
        return application.devices.tier(device);
    }

    /** The name of a device that plans number. Any thread may ask. @param nodes names of nodes, by index of the host registry */
    public String deviceName(int device, IntFunction<String> nodes) {
        return application.devices.name(device, nodes);
    }

    /** The names of the devices that plans number. @param nodes names of nodes, by index of the host registry */
    public List<String> deviceNames(IntFunction<String> nodes) {
        return application.devices.names(nodes);
    }

    /** The tasks that got slots in the last round. */
    public List<Dispatch.Start> starts() {
        return List.copyOf(starts);
    }

    /** The slots of each place that the last round has left free for tasks of that place. */
    public Map<Integer, Integer> heldSlots() {
        return Map.copyOf(heldNow);
    }

    private static long millis(double seconds) {
        return Math.round(seconds * 1e3);
    }

    /** Tasks that wait for slots, as far as the plan knows. */
    public int pendingTasks() {
        return stage.pendingTasks();
    }

    /**
     * Tasks that read input on its way into memory start after all others. Those of input that the coordinator has said to arrive do so
     * anyway.
     *
     * @param isRequested whether the application has requested some of a task's input, and it has not come
     */
    public void awaits(IntPredicate isRequested) {
        stage.awaits(task -> isRequested.test(task) || translation.isAwaited(task));
    }

    /** Input is brought into caches. @param isSettled whether a node has or fetches the input of a task; asked often */
    public void settles(IntPredicate isSettled) {
        stage.settles(isSettled);
    }

    /** A task waits again; if it runs, nothing is learned from that. */
    public void pending(int task, double now) {
        stage.lost(task, now);
        stage.pending(task);
    }

    /** A task has failed on a place, and may not run there again. */
    public void barred(int task, int place) {
        stage.bar(task, place);
    }

    /** Somebody else has done a task's work. */
    public void completed(int task) {
        stage.completed(task);
    }

    /** The engine has launched a task; this need not have chosen it. */
    public void launched(int task, int place, String executor, double now) {
        stage.started(task, place, now);
        if (!kind.isWarm(executor)) {
            stage.warmsUp(task);
        }
    }

    /**
     * A task has ended well.
     *
     * @param times null if nobody knows them, or a second copy of the task has run
     * @return from which devices it has read; empty if nobody knows
     */
    public Optional<TaskReads> ended(int task, String executor, @Nullable TaskTimes times, double now) {
        kind.warmed(executor);
        stage.completed(task); // It may wait again because a copy of it was lost.
        if (times == null) {
            stage.lost(task, now);
            return Optional.empty();
        }
        double part = taskBytes[task] == 0 ? 0 : times.bytesRead() / taskBytes[task];
        stage.expectedComputing(task, times.otherSeconds(), now)
                .ifPresent(seconds -> kind.computing.learn(Math.round(taskBytes[task]), seconds));
        return stage.ended(task, now, times.readSeconds(), times.otherSeconds(), part);
    }

    public void close(double now) {
        held.release(millis(now));
        stage.close(now);
    }

    /** For how many milliseconds slots were kept free, summed over slots. */
    public long heldMillis() {
        return held.millis();
    }
}

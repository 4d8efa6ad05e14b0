package io.tiercel.containers;

import io.tiercel.plan.dispatch.ClusterLoad;
import io.tiercel.plan.dispatch.Dispatch;
import io.tiercel.plan.dispatch.PlannedStage;
import io.tiercel.plan.dispatch.ReadPlan;
import io.tiercel.plan.dispatch.ReadTranslator;
import io.tiercel.plan.dispatch.StageInputs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plan of a stage's reads: which waiting task is to run on which node, such that the busiest device is done as early as possible
 * (policy {@code tiercel}, docs/papers/tiercel.md). Only tasks whose input is located are planned. Called by one thread at a time, except
 * {@link #finished} and {@link #stopped}.
 *
 * <p>Nothing is learned from tasks that have ended: Hadoop does not tell how long a task waited for its input.
 */
final class StageReads {
    private static final Logger LOG = LoggerFactory.getLogger(StageReads.class);

    /** No slot is held for a crowded device: a container that waits costs its queue's share. */
    private static final double NO_HOLD = -1;

    /** Shortest time between two plans that are made because the input has moved, in seconds. */
    private static final double NEWS_SECONDS = 0.5;

    /** After a look at the input, a pause of so many times as long as its last step took. */
    private static final double REST = 10;

    /** Longest time to look at the input in one round, in seconds; a later round goes on. */
    private static final double STEP_SECONDS = 0.15;

    /** Most rounds that one look at the input may take. After that, new tasks of the stage are not planned. */
    private static final int MOST_LATE = 20;

    private static final int[] NOBODY_COUNTS = {};

    /** @param since seconds */
    private record Running(int node, double since) {}

    private final JobPlans job;
    private final TaskInput input;
    private final ReadTranslator translator;
    private final Map<Integer, Running> running = new HashMap<>();
    private final Queue<Integer> finished = new ConcurrentLinkedQueue<>();
    private final Queue<Integer> stopped = new ConcurrentLinkedQueue<>();

    /** Null before the first task is located. */
    private @Nullable PlannedStage stage;

    /** What the stage knows of them; null before. */
    private @Nullable StageInputs reads;

    /** Tasks have numbers below this. */
    private int tasks;

    /** Tasks that wait, and are located. */
    private BitSet waiting = new BitSet();

    /** The last look at the input; null before. */
    private @Nullable ReadTranslation latest;

    /** A look that is not complete; null if there is none. */
    private @Nullable ReadTranslation next;

    private double newsAt;
    private int lateSteps;
    private List<Dispatch.Start> starts = List.of();

    StageReads(JobPlans job, TaskInput input) {
        this.job = job;
        this.input = input;
        this.translator = new ReadTranslator(job.devices(), false);
    }

    /** Tasks have succeeded. Any thread may say so. */
    void finished(Collection<Integer> succeeded) {
        finished.addAll(succeeded);
    }

    /** Tasks run no more, and may not have succeeded. Any thread may say so. */
    void stopped(Collection<Integer> ended) {
        stopped.addAll(ended);
    }

    /**
     * Plans the reads of the tasks that wait, if there is reason to plan anew.
     *
     * @param waits all tasks of the stage that wait
     * @param isSpent whether the time budget is spent
     * @return whether a plan of all these tasks is still on its way
     */
    boolean plan(List<WaitingTask> waits, BooleanSupplier isSpent) {
        round(waits, new int[0], isSpent);
        return next != null || stage != null && stage.isPlanning();
    }

    /** The node on which the plan has a task; empty if it has it on none. */
    OptionalInt node(int task) {
        PlannedStage known = stage;
        return known == null || task >= tasks ? OptionalInt.empty() : known.plannedNode(task);
    }

    /** The last plan, if no earlier call has returned it. */
    Optional<ReadPlan> takePlanIfNew() {
        return Optional.ofNullable(stage).flatMap(PlannedStage::takePlanIfNew);
    }

    /** The names of the devices that plans number. */
    List<String> deviceNames() {
        return job.deviceNames();
    }

    /**
     * Gives free containers to tasks, as far as the plan has a reason to.
     *
     * @param waits all tasks of the stage that wait
     * @param containers of each node
     * @param most how many tasks may get one
     * @return empty while there is no plan
     */
    List<Dispatch.Start> starts(List<WaitingTask> waits, int[] containers, int most, BooleanSupplier isSpent) {
        starts = round(waits, containers, isSpent)
                .map(round -> starts(round, most, isSpent))
                .orElse(List.of());
        return starts;
    }

    /** Goes from node to node, one container at each, until none is taken. */
    private List<Dispatch.Start> starts(Dispatch round, int most, BooleanSupplier isSpent) {
        List<Dispatch.Start> chosen = new ArrayList<>();
        int nodes = job.nodes();
        for (int before = -1; chosen.size() > before && !isSpent.getAsBoolean(); ) {
            before = chosen.size();
            for (int node = 0; node < nodes && chosen.size() < most; node++) {
                Dispatch.Start start = round.startPlanned(node, waiting::get);
                if (start != null) {
                    chosen.add(start);
                }
            }
        }
        return chosen;
    }

    /**
     * Says what has become of a round.
     *
     * @param nodes of the tasks that have got containers, whoever has chosen them; others wait again
     */
    void carriedOut(Map<Integer, Integer> nodes) {
        double now = job.now();
        PlannedStage known = stage;
        if (known != null) {
            starts.stream()
                    .map(Dispatch.Start::task)
                    .filter(task -> !nodes.containsKey(task))
                    .forEach(task -> {
                        known.lost(task, now);
                        known.pending(task);
                    });
        }
        nodes.forEach((task, node) -> {
            running.put(task, new Running(node, now));
            if (known != null && task < tasks) {
                known.started(task, node, now);
            }
        });
        starts = List.of();
    }

    private Optional<Dispatch> round(List<WaitingTask> waits, int[] containers, BooleanSupplier isSpent) {
        double now = job.now();
        waiting = new BitSet();
        waits.stream().mapToInt(WaitingTask::task).filter(input::isLocated).forEach(waiting::set);
        job.noteEnds(now);
        noteBack(now);
        if (waiting.isEmpty() || !translate(now, isSpent)) {
            return Optional.empty();
        }
        PlannedStage known = Objects.requireNonNull(stage);
        int nodes = job.load().model().nodes();
        for (int task = 0; task < tasks; task++) {
            if (waiting.get(task)) {
                known.pending(task);
            } else {
                known.completed(task);
            }
        }
        return Optional.of(known.round(Arrays.copyOf(containers, nodes), node -> true, NOBODY_COUNTS, now));
    }

    /** Tasks that have stopped load no device. Those that have succeeded do not wait either. */
    void noteEnds(double now) {
        PlannedStage known = stage;
        for (Integer task = stopped.poll(); task != null; task = stopped.poll()) {
            running.remove(task);
            if (known != null) {
                known.lost(task, now);
            }
        }
        for (Integer task = finished.poll(); task != null; task = finished.poll()) {
            running.remove(task);
            if (known != null) {
                known.completed(task);
                known.ended(task, now, 0, 0, 1);
            }
        }
    }

    /** Tasks that wait again do not run. */
    private void noteBack(double now) {
        PlannedStage known = stage;
        waiting.stream().filter(task -> running.remove(task) != null).forEach(task -> {
            if (known != null) {
                known.lost(task, now);
            }
        });
    }

    /** Looks where the input of the tasks lies, if there is news of it. @return whether the stage knows all tasks that wait */
    private boolean translate(double now, BooleanSupplier isSpent) {
        PlannedStage known = stage;
        boolean lacksSome = latest == null || !latest.has(waiting);
        boolean isOld = latest != null
                && !latest.isCurrent()
                && now >= newsAt + NEWS_SECONDS
                && known != null
                && !known.isPlanning();
        if (!lacksSome && !isOld || lateSteps == MOST_LATE) {
            return !lacksSome;
        }
        ReadTranslation going = next;
        // One that has become old goes on: with news at every heartbeat none would ever end. The next look has the
        // news.
        if (going == null || !going.has(waiting)) {
            going = begin();
            next = going;
        }
        double latestEnd = now + STEP_SECONDS;
        if (!going.goOn(() -> isSpent.getAsBoolean() || job.now() > latestEnd)) {
            lateSteps++;
            if (lateSteps == MOST_LATE) {
                LOG.warn(
                        "Tiercel: it takes too long to look where the input of {} tasks lies; they are matched as under policy trident",
                        waiting.cardinality());
            }
            return !lacksSome;
        }
        next = null;
        newsAt = now + REST * (job.now() - now);
        lateSteps = 0;
        use(going, now);
        return true;
    }

    private ReadTranslation begin() {
        BitSet needed = (BitSet) waiting.clone();
        running.keySet().stream().filter(input::isLocated).forEach(needed::set);
        return new ReadTranslation(input, translator, needed, Math.max(tasks, needed.length()), job.racks());
    }

    private void use(ReadTranslation translation, double now) {
        StageInputs before = reads;
        StageInputs fresh = translation.reads();
        ClusterLoad load = job.load(); // After the reads, which may have named new devices.
        latest = translation;
        reads = fresh;
        PlannedStage known = stage;
        if (known != null && translation.count() == tasks) {
            if (before == null || !fresh.readsAs(before)) {
                known.moved(fresh);
            }
            return;
        }
        if (known != null) {
            known.close(now);
        }
        tasks = translation.count();
        PlannedStage larger = new PlannedStage(fresh, load, NO_HOLD, job.solver(), now);
        larger.awaits(task -> latest != null && latest.isAwaited(task));
        running.forEach((task, run) -> larger.started(task, run.node(), run.since()));
        stage = larger;
    }
}

package io.tiercel.plan.dispatch;

import io.tiercel.plan.LoadPlan;
import io.tiercel.plan.dispatch.ClusterLoad.Run;
import io.tiercel.plan.dispatch.StageProgram.Program;
import io.tiercel.plan.dispatch.StageProgram.Solution;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a stage that wait for slots, the plan that says where they run, and the rounds in which they get slots. Times are
 * seconds of the engine's clock. Not thread-safe.
 */
public final class PlannedStage {
    /** A plan is made again after so many seconds, or so many ends of tasks, but not at once. */
    private static final double REPLAN_SECONDS = 2;

    private static final double SOONEST_REPLAN = 0.5;

    private static final int LEAST_ENDS = 4;
    private static final int REPLANS = 20;

    /** A program of at most so many options is solved at once: that takes about a millisecond. */
    private static final int SMALL = 3_000;

    StageInputs reads;
    final ClusterLoad load;
    final BitSet pending = new BitSet();
    StageQueues queues;
    /** Options by node. */
    int[][] optionsOn;
    /** Since when a node has kept slots free for its own tasks; not a number if it does not. */
    double[] heldSince;

    /** Seconds for which slots may be held at least; below 0 if none is held for a crowded device. */
    final double leastHold;

    private final Map<Integer, Run> runs = new HashMap<>();
    private final Consumer<Runnable> solver;
    private @Nullable Solution solution;
    private @Nullable Solution taken;
    /** The next solution; null if none was asked for. */
    private @Nullable Solving solving;
    /** By task: nodes on which it may not run again. */
    final Map<Integer, BitSet> barred = new HashMap<>();

    /** Null if no task's input is on its way into memory. */
    private @Nullable IntPredicate awaited;

    /** Null if no task's input moves into caches. */
    private @Nullable IntPredicate settled;

    private final Map<Integer, Double> settledSince = new HashMap<>();

    /** Since when the stage has been waiting for a plan; not a number if it has the latest. */
    private double planningSince = Double.NaN;

    private double plannedAt = Double.NEGATIVE_INFINITY;
    private boolean isOutdated;
    private boolean isClosed;
    private double startedAt;
    private int ends;

    /**
     * @param leastHold seconds for which slots may be held at least, as {@code spark.locality.wait}; below 0 to hold none for a crowded device
     * @param solver runs what solves large programs; a round after that takes the plan
     * @param now seconds
     */
    public PlannedStage(StageInputs reads, ClusterLoad load, double leastHold, Consumer<Runnable> solver, double now) {
        this.leastHold = leastHold;
        this.solver = solver;
        this.reads = reads;
        this.load = load;
        this.startedAt = now;
        pending.set(0, reads.tasks());
        this.queues = new StageQueues(reads, pending, load.model());
        this.heldSince = new double[load.model().nodes()];
        Arrays.fill(heldSince, Double.NaN);
        this.optionsOn = reads.optionsByNode(load.model().nodes(), pending);
        load.add(this);
    }

    /** A stage whose programs are all solved at once. */
    public PlannedStage(StageInputs reads, ClusterLoad load, double leastHold, double now) {
        this(reads, load, leastHold, Runnable::run, now);
    }

    /** A program on its way. Another thread may solve it. */
    private static final class Solving implements Runnable {
        private final Program program;
        private volatile @Nullable Solution solution;
        private volatile @Nullable Throwable failure;

        Solving(Program program) {
            this.program = program;
        }

        @Override
        public void run() {
            try {
                solution = program.solve();
            } catch (Throwable e) { // The round after this tells, and a later one tries again.
                failure = e;
            }
        }
    }

    /** A task waits for a slot again. */
    public void pending(int task) {
        if (!pending.get(task)) {
            pending.set(task);
            outdate();
        }
    }

    /** A task that waits or will wait may not run on a node again: it has failed there. */
    public void bar(int task, int node) {
        barred.computeIfAbsent(task, failed -> new BitSet()).set(node);
        replanAtOnce();
    }

    /**
     * From now on some input is on its way into memory. Tasks that read it start after all others.
     *
     * @param isAwaited whether a task's input is on its way; asked often, in each round
     */
    public void awaits(IntPredicate isAwaited) {
        awaited = isAwaited;
    }

    /**
     * From now on input is brought into caches. The input of a task may have come, or begun to come, since the plan was made. If the
     * plan names no node for such a task, it waits for the next plan, but not for long.
     *
     * @param isSettled whether a node has or fetches the input of a task; asked often, in each round
     */
    public void settles(IntPredicate isSettled) {
        settled = isSettled;
    }

    /** Whether the next plan should have a task where its input is. */
    boolean awaitsPlan(int task, double now) {
        return settled != null
                && reads.firstOption[task] == reads.firstOption[task + 1]
                && settled.test(task)
                && now < settledSince.computeIfAbsent(task, first -> now) + REPLAN_SECONDS;
    }

    /** When the first task that waits for the next plan waits no longer: seconds; infinity if none does. */
    double planAwaitedUntil(double now) {
        return settledSince.values().stream()
                .mapToDouble(since -> since + REPLAN_SECONDS)
                .filter(end -> end > now)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** Whether the input of a waiting task is on its way into memory. */
    boolean awaitsAny() {
        IntPredicate known = awaited;
        return known != null && pending.stream().anyMatch(known);
    }

    boolean isAwaited(int task) {
        return awaited != null && awaited.test(task);
    }

    /** A task waits no more, since somebody else has done its work. */
    public void completed(int task) {
        if (pending.get(task)) {
            pending.clear(task);
            queues.remove(task);
        }
    }

    /** The input of tasks has moved; the next round plans anew, so this should not come too often. @param newReads of the same tasks */
    public void moved(StageInputs newReads) {
        if (newReads.tasks() != reads.tasks()) {
            throw new IllegalArgumentException(
                    "reads: expected those of " + reads.tasks() + " tasks, got " + newReads.tasks());
        }
        reads = newReads;
        forgetPlan();
    }

    /** Tasks are expected to compute for other times; the next round plans anew. @param newReads the same but for the computing times */
    public void recomputed(StageInputs newReads) {
        if (!newReads.readsAs(reads)) {
            throw new IllegalArgumentException("reads: expected the same as before but for the computing times");
        }
        reads = newReads;
        replanAtOnce();
    }

    /** Nodes or devices have come. */
    void clusterGrew() {
        int known = heldSince.length;
        heldSince = Arrays.copyOf(heldSince, load.model().nodes());
        Arrays.fill(heldSince, known, heldSince.length, Double.NaN);
        forgetPlan();
    }

    /** Forgets the plan; the next round makes another. */
    private void forgetPlan() {
        queues = new StageQueues(reads, pending, load.model());
        optionsOn = reads.optionsByNode(load.model().nodes(), pending);
        solving = null;
        replanAtOnce();
    }

    /** The next round makes another plan; until that is there the old one counts. */
    void replanAtOnce() {
        plannedAt = Double.NEGATIVE_INFINITY;
        isOutdated = true;
    }

    /** Whether a plan is on its way. */
    public boolean isPlanning() {
        return solving != null;
    }

    public int pendingTasks() {
        return pending.cardinality();
    }

    /**
     * A started task has ended well.
     *
     * @param readFor seconds in which it waited for its input
     * @param computedFor seconds for which it computed
     * @param part of the planned bytes that it has read; may be above 1
     * @return from which devices; empty if the stage does not know that the task was started
     */
    public Optional<TaskReads> ended(int task, double now, double readFor, double computedFor, double part) {
        Run run = runs.remove(task);
        if (run == null) {
            return Optional.empty();
        }
        load.ended(run, now, readFor, computedFor, part);
        ends++;
        return Optional.of(run.hasRead(part));
    }

    /** A started task has ended otherwise. */
    public void lost(int task, double now) {
        Run run = runs.remove(task);
        if (run != null) {
            load.remove(run, now);
        }
    }

    /** The stage is over. */
    public void close(double now) {
        runs.values().forEach(run -> load.remove(run, now));
        runs.clear();
        load.remove(this);
        isClosed = true;
    }

    /** The plan is to be made again soon. */
    void outdate() {
        isOutdated = true;
    }

    /**
     * Begins a round.
     *
     * @param free slots of each node; the round counts them down
     * @param offered whether tasks may be started on a node in this round
     * @param readers of each device now, ours and others', as agents count them; empty if nobody does
     * @throws IllegalStateException if the stage is closed
     */
    public Dispatch round(int[] free, IntPredicate offered, int[] readers, double now) {
        if (isClosed) {
            throw new IllegalStateException("the stage is closed");
        }
        for (int node = 0; node < free.length; node++) {
            heldSince[node] = free[node] > 0 ? heldSince[node] : Double.NaN;
        }
        LoadSurvey survey = new LoadSurvey(load, now);
        load.observe(survey, readers, now);
        for (PlannedStage earlier : load.stages()) {
            if (earlier == this) {
                break;
            }
            survey.addQueued(earlier.queues);
        }
        int enough = Math.max(LEAST_ENDS, Math.min(2 * load.model().nodes(), reads.tasks() / REPLANS));
        boolean isSoon = now < plannedAt + (isSmall() && queues.lacks(pending) ? 0 : SOONEST_REPLAN);
        isOutdated |= now >= plannedAt + REPLAN_SECONDS || ends >= enough;
        if (!pending.isEmpty() && isOutdated && !isSoon && solving == null) {
            Program program = StageProgram.of(reads, pending, barred, load, survey);
            solving = new Solving(program);
            planningSince = Double.isNaN(planningSince) ? now : planningSince;
            if (program.options().length <= SMALL) {
                solving.run();
            } else {
                solver.accept(solving);
            }
            plannedAt = now;
            isOutdated = false;
            ends = 0;
        }
        takePlan();
        return new Dispatch(this, survey, free, offered, now);
    }

    /** Whether the next program is small, by the number of options that a task has in the mean. */
    private boolean isSmall() {
        double options = (double) reads.options() + reads.tasksAnywhere();
        return pending.cardinality() * options <= (double) SMALL * reads.tasks();
    }

    /** When the plan is to be made again: seconds; infinity if it holds until something happens. */
    double replansAt() {
        return isOutdated ? plannedAt + SOONEST_REPLAN : Double.POSITIVE_INFINITY;
    }

    /** @throws IllegalStateException if the solver failed; it is tried again later */
    private void takePlan() {
        Solving done = solving;
        if (done == null) {
            return;
        }
        Throwable failure = done.failure;
        if (failure != null) {
            solving = null;
            outdate();
            throw new IllegalStateException("a stage was not planned: " + failure, failure);
        }
        Solution next = done.solution;
        if (next != null) {
            solving = null;
            planningSince = Double.NaN;
            solution = next;
            queues.fill(next.option(), next.program().asked(), load);
            optionsOn = reads.optionsByNode(load.model().nodes(), pending);
        }
    }

    /** The engine has started a task by itself. */
    public void started(int task, int node, double now) {
        if (node >= heldSince.length) { // A host that has come since the last round: nothing is known of it.
            completed(task);
        } else if (pending.get(task)) {
            start(task, node, now, true);
        }
    }

    /** A started task is among the first of its kind on its executor, which loads classes and compiles code meanwhile. */
    public void warmsUp(int task) {
        Run run = runs.get(task);
        if (run != null) {
            run.isWarmUp = true;
        }
    }

    /**
     * For how many seconds other tasks will compute, by a started one that ends. Empty if it says nothing of others.
     *
     * @param computedFor seconds for which it computed
     */
    public OptionalDouble expectedComputing(int task, double computedFor, double now) {
        double seconds = computedFor - (isTypical(task, now) ? 0 : ClusterLoad.WARM_UP);
        return seconds < 0 ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }

    /** Whether other tasks will take about as long as a started one. False for a task that the stage has not started. */
    boolean isTypical(int task, double now) {
        Run run = runs.get(task);
        return run != null && run.isTypical(now);
    }

    /** @param isRegular whether the stage was not just tired of waiting */
    Run start(int task, int node, double now, boolean isRegular) {
        pending.clear(task);
        settledSince.remove(task);
        queues.remove(task);
        heldSince[node] = Double.NaN;
        startedAt = isRegular ? now : startedAt;
        Run run = load.begin(reads, task, node, now);
        runs.put(task, run);
        return run;
    }

    /** When a task got a slot last, or the stage began, or asked for the plan that it still waits for. */
    double idleSince() {
        return Double.isNaN(planningSince) ? startedAt : Math.max(startedAt, planningSince);
    }

    /** The node on which the plan has a waiting task; empty if it has it on none. */
    public OptionalInt plannedNode(int task) {
        int option = queues.planned[task];
        return option == StageInputs.NONE ? OptionalInt.empty() : OptionalInt.of(reads.node[option]);
    }

    /** The last plan, with its proof; empty before the first round. */
    public Optional<LoadPlan> plan() {
        return Optional.ofNullable(solution).map(Solution::plan);
    }

    /** The reads of the last plan, with its proof; empty before the first round. */
    public Optional<PlannedReads> plannedReads() {
        return Optional.ofNullable(solution).map(PlannedReads::new);
    }

    /** The last plan, if no earlier call has returned it. */
    public Optional<ReadPlan> takePlanIfNew() {
        Solution last = solution;
        if (last == taken) {
            return Optional.empty();
        }
        taken = last;
        return Optional.ofNullable(last).map(Solution::readPlan);
    }
}

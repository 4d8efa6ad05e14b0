package io.tiercel.sim.schedule;

import io.tiercel.allocate.ContainerAllocation;
import io.tiercel.allocate.ContainerAllocation.Container;
import io.tiercel.allocate.ContainerRequests;
import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Decision;
import io.tiercel.assign.Preferences;
import io.tiercel.assign.Reason;
import io.tiercel.model.Task;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.Heartbeats;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.ReplicaSelector.ReplicaOrder;
import io.tiercel.sim.job.RunContext;
import io.tiercel.sim.job.RunListener;
import io.tiercel.sim.job.TaskExecution;
import io.tiercel.sim.job.TaskRun;
import io.tiercel.sim.schedule.EngineStages.EngineStage;
import io.tiercel.sim.schedule.SchedulingSpec.JobOrder;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.shared.SharedStorage;
import io.tiercel.sim.verify.RunVerifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** Offers free slots to jobs. The policy decides each offer. */
public final class Scheduler {
    private final Engine engine;
    private final Cluster cluster;
    private final SchedulingSpec scheduling;
    private final RunVerifier verifier;
    private final List<RunListener> listeners;
    private final ObjIntConsumer<TaskRun> starter;
    private final ContainerAllocation containers;
    private final EngineStages held;
    private final Optional<SharedStorage> shared;
    private final Random random;
    /** A second generator: the first one's draws also place blocks. */
    private final SplittableRandom orders;

    /** One if all slots are offered at a time, else one for each node. */
    private final Heartbeats heartbeats;

    private final boolean allAtOnce;
    private final NavigableMap<Integer, WaitingJob> waiting = new TreeMap<>();
    private final int[] rackOf;
    /** Whether the current offer has ended with a task without local input. */
    private boolean turnIsOver;

    private int freeSlots;
    private int pendingTasks;
    private long decisions;
    private long saturated;
    private long saturatedSince;

    /**
     * @param starter runs a task on a node that has a free slot
     * @param seed of the nodes' heartbeats and of shuffled offers
     */
    public Scheduler(
            RunContext context,
            SchedulingSpec scheduling,
            RunVerifier verifier,
            List<RunListener> listeners,
            ObjIntConsumer<TaskRun> starter,
            long seed) {
        this.engine = context.engine();
        this.cluster = context.cluster();
        this.scheduling = scheduling;
        this.verifier = verifier;
        this.listeners = listeners;
        this.starter = starter;
        this.random = new Random(seed);
        this.orders = new SplittableRandom(seed);
        this.rackOf = cluster.nodes().stream().mapToInt(Node::rack).toArray();
        CostModel costs = scheduling.costs();
        this.containers = new ContainerAllocation(rackOf, costs.c1(), costs.c2());
        this.held = scheduling
                .plan()
                .<EngineStages>map(plan -> new PlannedStages(
                        plan, context.cluster(), context.replicas().order() != ReplicaOrder.NEAREST))
                .orElseGet(() -> new PluginStages(scheduling, cluster));
        this.shared = context.shared();
        this.freeSlots =
                cluster.nodes().stream().mapToInt(node -> node.slots().free()).sum();
        long interval = scheduling.heartbeat();
        this.allAtOnce = scheduling.offer().ofANode() == 0;
        this.heartbeats = allAtOnce
                ? new Heartbeats(engine, 1, interval, (scheduler, beat) -> 0, scheduler -> round(null))
                : new Heartbeats( // once in each interval, in an order that changes
                        engine,
                        rackOf.length,
                        interval,
                        (node, beat) -> Long.remainderUnsigned(mixed(seed, node, beat), interval),
                        node -> round(cluster.node(node)));
    }

    /** A hash that is the same in every run: the mixing of {@link java.util.SplittableRandom}. */
    private static long mixed(long seed, long node, long beat) {
        long bits = (seed * 31 + node) * 0x9E3779B97F4A7C15L + beat * 0xD1B54A32D192ED03L;
        bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }

    /** Lets the maps or the reduces of a job wait for slots. */
    public void add(JobRun job) {
        waiting.put(job.index(), new WaitingJob(job, scheduling.localityWait(), engine.now()));
        verifier.tasksWait(job.index(), job.waiting());
        stands(freeSlots, pendingTasks + job.waiting());
        if (allAtOnce) {
            heartbeats.wake(0);
        } else {
            heartbeats.wakeAll(node -> free(node) > 0);
        }
    }

    public void freed(int node) {
        stands(freeSlots + 1, pendingTasks);
        held.freed(node);
        if (pendingTasks > 0) {
            heartbeats.wake(allAtOnce ? 0 : node);
        }
    }

    public void ended(TaskExecution execution) {
        held.ended(execution);
    }

    public void ended(JobRun job) {
        held.ended(job, engine.now());
    }

    /** Removes a job's waiting tasks until it is added again. */
    public void withdraw(JobRun job) {
        if (waiting.remove(job.index()) != null) {
            verifier.tasksWait(job.index(), 0);
            stands(freeSlots, pendingTasks - job.waiting());
            if (pendingTasks == 0) {
                heartbeats.sleep();
            }
        }
    }

    /** Stops offering the slots of a lost node. */
    public void missed(int node) {
        stands(freeSlots - cluster.node(node).slots().free(), pendingTasks);
    }

    /** Offers all slots of a lost node that has returned. */
    public void returned(int node) {
        stands(freeSlots + cluster.node(node).slots().count(), pendingTasks);
        if (pendingTasks > 0 && cluster.node(node).slots().count() > 0) {
            heartbeats.wake(allAtOnce ? 0 : node);
        }
    }

    private int free(int node) {
        Node offered = cluster.node(node);
        return offered.presence().isListed() ? offered.slots().free() : 0;
    }

    private void stands(int free, int pending) {
        boolean was = freeSlots == 0 && pendingTasks > 0;
        boolean is = free == 0 && pending > 0;
        if (is && !was) {
            saturatedSince = engine.now();
        } else if (was && !is) {
            saturated += engine.now() - saturatedSince;
        }
        freeSlots = free;
        pendingTasks = pending;
    }

    /** Nanoseconds in which tasks waited and no slot was free. Valid when all tasks have run. */
    public long saturated() {
        return saturated;
    }

    public int pendingTasks() {
        return pendingTasks;
    }

    public long decisions() {
        return decisions;
    }

    /** @param node whose slots are offered; null for all */
    private boolean round(@Nullable Node node) {
        if (node != null && !node.presence().isThere()) {
            return false; // a silent node offers nothing; its return wakes it
        }
        int waited = pendingTasks;
        listeners.forEach(RunListener::roundBegins);
        verifier.roundBegins(node == null ? RunVerifier.ALL_NODES : node.index());
        boolean more = node == null ? offerAll() : offer(node);
        listeners.forEach(listener -> listener.roundEnds(waited));
        return more;
    }

    private boolean offer(Node node) {
        int left = Math.min(scheduling.offer().ofANode(), node.slots().free());
        turnIsOver = false;
        if (scheduling.jobs() == JobOrder.FAIR) {
            left = offerFairly(node.index(), left);
        } else {
            for (Map.Entry<Integer, WaitingJob> next = waiting.firstEntry();
                    left > 0 && !turnIsOver && next != null;
                    next = waiting.higherEntry(next.getKey())) {
                left -= offer(next.getValue(), node.index(), left);
            }
        }
        int heldBack = 0;
        if (turnIsOver) {
            heldBack = pendingTasks;
        } else if (left > 0) { // all jobs have been asked
            for (WaitingJob each : waiting.values()) {
                heldBack += each.isPassingOver() ? each.job().waiting() : 0;
            }
        }
        verifier.roundEnds(heldBack);
        return node.slots().free() > 0 && pendingTasks > 0;
    }

    /** Offers slots one by one, each to the job with the fewest running tasks that takes it. Returns how many are left. */
    private int offerFairly(int node, int count) {
        int left = count;
        Set<WaitingJob> asked = new HashSet<>();
        while (left > 0 && !turnIsOver) {
            Optional<WaitingJob> next = waiting.values().stream()
                    .filter(job -> !asked.contains(job))
                    .min(Comparator.comparingInt(job -> job.job().running()));
            if (next.isEmpty()) {
                return left;
            }
            int taken = offer(next.get(), node, 1);
            left -= taken;
            if (taken == 0) {
                asked.add(next.get());
            }
        }
        return left;
    }

    private boolean offerAll() {
        int heldBack = 0;
        for (WaitingJob each : List.copyOf(waiting.values())) {
            if (freeSlots == 0) {
                break;
            }
            JobRun job = each.job();
            int[] slots = new int[rackOf.length];
            Arrays.setAll(slots, this::free);
            Optional<EngineStage> stage = held.of(job, engine.now());
            if (stage.isPresent()) {
                offer(each, stage.get(), slots);
            } else {
                offer(each, of(job, slots));
            }
            boolean holds = stage.filter(EngineStage::isHolding).isPresent();
            heldBack += holds || each.isPassingOver() ? job.waiting() : 0;
        }
        verifier.roundEnds(heldBack);
        return freeSlots > 0 && pendingTasks > 0;
    }

    /** The slots that a job is offered. Tasks without input get random slots: policies would take the nodes in order, but engines shuffle them. */
    private int[] of(JobRun job, int[] free) {
        if (job.prefersNothing()) {
            return drawn(free, job.waiting());
        }
        return scheduling.offer() == OfferMode.CONTAINERS ? granted(job.pending(), free) : free;
    }

    /**
     * The slots that Trident's resource manager grants a job. It sees how many tasks prefer each node, but not which (Trident, section 3). Copies
     * in memory, and copies on their way there, count as they do when tasks are placed (section 4.2).
     */
    private int[] granted(List<TaskRun> tasks, int[] free) {
        CostModel costs = scheduling.costs();
        ContainerRequests requests = new ContainerRequests(costs::score, this::rackOf, costs.c1());
        List<Task> asked = tasks.stream().map(TaskRun::asTask).toList();
        int[] granted = new int[free.length];
        for (Container container : containers.allocate(requests.of(asked), free, tasks.size())) {
            granted[container.node()]++;
        }
        return granted;
    }

    private int[] drawn(int[] free, int count) {
        int left = freeSlots;
        int missing = Math.min(count, left);
        int[] slots = new int[free.length];
        for (int node = 0; node < free.length && missing > 0; node++) {
            for (int slot = 0; slot < free[node]; slot++, left--) {
                if (random.nextInt(left) < missing) {
                    slots[node]++;
                    missing--;
                }
            }
        }
        return slots;
    }

    /**
     * Offers a job slots of one node, and returns how many it has taken. For a single slot only few tasks are candidates, unless the policy
     * solves exactly: its choice among equals depends on all tasks.
     */
    private int offer(WaitingJob job, int node, int count) {
        if (count > 1 || scheduling.policy().isLeastCost()) {
            int[] slots = new int[rackOf.length];
            slots[node] = count;
            return offer(job, slots);
        }
        List<TaskRun> tasks = startable(job, job.candidates(node, scheduling.costs(), this::rackOf));
        if (tasks.isEmpty()) {
            return 0;
        }
        Decision decision = scheduling.policy().decide(SingleSlotProblem.problem(node, rackOf, prices(tasks)));
        return carryOut(job, tasks, decision, first -> node);
    }

    private boolean awaitsInput() {
        return shared.flatMap(SharedStorage::transfers).isPresent();
    }

    /** Those whose input is not awaited from shared storage. */
    private List<TaskRun> startable(WaitingJob job, List<TaskRun> waiting) {
        if (!awaitsInput()) {
            return waiting;
        }
        List<TaskRun> startable = waiting.stream()
                .filter(task -> task.block() == null || !shared.orElseThrow().awaits(task.block()))
                .toList();
        if (startable.isEmpty()) {
            job.offered(true);
        }
        return startable;
    }

    /** Offers a job slots, and returns how many it has taken. */
    private int offer(WaitingJob job, int[] slots) {
        List<TaskRun> tasks = startable(job, List.copyOf(job.job().pending()));
        if (tasks.isEmpty()) {
            return 0;
        }
        if (scheduling.shuffles()) {
            NodePermutation order = NodePermutation.drawn(rackOf.length, orders);
            Decision decision = scheduling.policy().decide(order.problem(rackOf, slots, prices(tasks)));
            return carryOut(job, tasks, decision, number -> order.nodes()[number]);
        }
        Decision decision = scheduling.policy().decide(new AssignmentProblem(rackOf, slots, prices(tasks)));
        return carryOut(job, tasks, decision, node -> node);
    }

    private void offer(WaitingJob job, EngineStage stage, int[] slots) {
        NodePermutation order = scheduling.shuffles()
                ? NodePermutation.drawn(rackOf.length, orders)
                : NodePermutation.unchanged(rackOf.length);
        Reason last = job.passesOver(engine.now()) ? Reason.NO_PREFERENCE : Reason.ANYWHERE;
        List<EngineStage.Start> starts = stage.round(job.job().pending(), slots, order.nodes(), last, engine.now());
        if (stage.hasDecided()) {
            decisions++;
            job.offered(stage.isDelayed());
        }
        starts.forEach(start -> start(job, start.task(), start.node(), start.reason()));
    }

    /** @param nodeOf maps node numbers of the decision to nodes */
    private int carryOut(WaitingJob job, List<TaskRun> tasks, Decision decision, IntUnaryOperator nodeOf) {
        decisions++;
        int started = 0;
        boolean passedOver = false;
        for (int t = 0; t < tasks.size(); t++) {
            int node = decision.assignment().nodeOf(t);
            if (node == Assignment.NONE) {
                continue;
            }
            if (isFar(decision.reason(t)) && job.passesOver(engine.now())) {
                passedOver = true;
            } else if (mayGo(tasks.get(t), nodeOf.applyAsInt(node))) {
                start(job, tasks.get(t), nodeOf.applyAsInt(node), decision.reason(t));
                started++;
            }
        }
        job.offered(passedOver || job.job().waiting() > 0 && awaitsInput());
        return started;
    }

    /** Lets one task without local input go where an offer ends with it. */
    private boolean mayGo(TaskRun task, int node) {
        if (!scheduling.offer().endsAwayFromInput() || task.findsInputOn(node)) {
            return true;
        }
        boolean first = !turnIsOver;
        turnIsOver = true;
        return first;
    }

    private List<Preferences> prices(List<TaskRun> tasks) {
        List<Preferences> prices = new ArrayList<>(tasks.size());
        for (TaskRun task : tasks) {
            prices.add(task.preferences(scheduling.costs(), this::rackOf));
        }
        return prices;
    }

    private int rackOf(int node) {
        return rackOf[node];
    }

    private void start(WaitingJob waitingJob, TaskRun task, int node, Reason reason) {
        stands(freeSlots - 1, pendingTasks - 1);
        JobRun job = waitingJob.job();
        job.started(task);
        if (job.waiting() == 0) {
            waiting.remove(job.index());
        }
        if (pendingTasks == 0) {
            heartbeats.sleep();
        }
        if (!isFar(reason)) {
            waitingJob.startedAtInput(engine.now());
        }
        starter.accept(task, node);
    }

    /** Whether an engine's own level has placed the task away from its input. */
    private static boolean isFar(Reason reason) {
        return reason == Reason.RACK_LOCAL || reason == Reason.ANYWHERE;
    }
}

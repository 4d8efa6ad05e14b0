package io.tiercel.sim.run;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Decision;
import io.tiercel.assign.Preferences;
import io.tiercel.assign.Reason;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.Heartbeat;
import io.tiercel.sim.verify.RunVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * Offers free slots to the jobs, in the order in which these began, and lets the policy decide each offer. Decides nothing itself but which job
 * is asked first.
 */
final class Scheduler {
    private final Engine engine;
    private final Cluster cluster;
    private final Scheduling scheduling;
    private final RunVerifier verifier;
    private final TaskStarter starter;
    private final Containers containers;
    private final Random random;
    private final List<Heartbeat> heartbeats = new ArrayList<>();
    private final NavigableMap<Integer, JobRun> waiting = new TreeMap<>();
    private final int[] rackOf;
    private int freeSlots;
    private int pendingTasks;
    private long decisions;

    /** @param seed of the times at which nodes report */
    Scheduler(
            Engine engine,
            Cluster cluster,
            Scheduling scheduling,
            RunVerifier verifier,
            TaskStarter starter,
            long seed) {
        this.engine = engine;
        this.cluster = cluster;
        this.scheduling = scheduling;
        this.verifier = verifier;
        this.starter = starter;
        this.random = new Random(seed);
        this.rackOf = cluster.nodes().stream().mapToInt(Node::rack).toArray();
        this.containers = new Containers(rackOf, scheduling.costs());
        this.freeSlots =
                cluster.nodes().stream().mapToInt(node -> node.slots().free()).sum();
        long interval = scheduling.heartbeat();
        if (scheduling.offer().ofANode() == 0) {
            heartbeats.add(new Heartbeat(engine, interval, 0, this::offerAll));
        } else {
            for (Node node : cluster.nodes()) { // once in each interval, in no order that lasts
                heartbeats.add(new Heartbeat(
                        engine,
                        interval,
                        0,
                        beat -> Long.remainderUnsigned(mixed(seed, node.index(), beat), interval),
                        () -> offer(node)));
            }
        }
    }

    /** Any number, the same in every run: the mixing of {@link java.util.SplittableRandom}. */
    private static long mixed(long seed, int node, long beat) {
        long bits = (seed * 31 + node) * 0x9E3779B97F4A7C15L + beat * 0xD1B54A32D192ED03L;
        bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }

    /** The maps or the reduces of a job wait. */
    void add(JobRun job) {
        waiting.put(job.index(), job);
        job.localAt(engine.now());
        pendingTasks += job.waiting();
        heartbeats.forEach(Heartbeat::wake);
    }

    /** A slot of {@code node} has become free. */
    void freed(int node) {
        freeSlots++;
        if (pendingTasks > 0) {
            heartbeats.get(heartbeats.size() == 1 ? 0 : node).wake();
        }
    }

    /** Tasks that wait for slots. */
    int pendingTasks() {
        return pendingTasks;
    }

    /** How often the policy was asked. */
    long decisions() {
        return decisions;
    }

    private boolean offer(Node node) {
        int left = Math.min(scheduling.offer().ofANode(), node.slots().free());
        for (Map.Entry<Integer, JobRun> next = waiting.firstEntry();
                left > 0 && next != null;
                next = waiting.higherEntry(next.getKey())) {
            left -= offer(next.getValue(), node.index(), left);
        }
        return node.slots().free() > 0 && pendingTasks > 0;
    }

    private boolean offerAll() {
        int heldBack = 0;
        for (JobRun job : List.copyOf(waiting.values())) {
            if (freeSlots == 0) {
                break;
            }
            int[] slots = new int[rackOf.length];
            cluster.nodes().forEach(node -> slots[node.index()] = node.slots().free());
            offer(job, of(job, slots));
            heldBack += job.isPassingOver() ? job.waiting() : 0;
        }
        verifier.roundEnded(freeSlots, pendingTasks - heldBack);
        return freeSlots > 0 && pendingTasks > 0;
    }

    /**
     * What a job is offered of all free slots. Tasks that read nothing that lies anywhere get any slots, which are drawn: policies take the nodes in
     * their order then, where engines shuffle them.
     */
    private int[] of(JobRun job, int[] free) {
        if (job.prefersNothing()) {
            return drawn(free, job.waiting());
        }
        return scheduling.offer() == Offer.CONTAINERS ? containers.grant(job.pending(), free) : free;
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

    /** Of one node: how many of its {@code count} slots the job has taken. Of a single one few tasks need be looked at, save by a solver whose choice among equals comes of all. */
    private int offer(JobRun job, int node, int count) {
        if (count > 1 || scheduling.policy().isLeastCost()) {
            int[] slots = new int[rackOf.length];
            slots[node] = count;
            return offer(job, slots);
        }
        List<TaskRun> tasks = job.pendingFor(node, scheduling.costs(), this::rackOf);
        Decision decision = scheduling.policy().decide(OneSlot.problem(node, rackOf, prices(tasks)));
        return carryOut(job, tasks, decision, first -> node);
    }

    /** How many slots the job has taken. */
    private int offer(JobRun job, int[] slots) {
        List<TaskRun> tasks = List.copyOf(job.pending());
        Decision decision = scheduling.policy().decide(new AssignmentProblem(rackOf, slots, prices(tasks)));
        return carryOut(job, tasks, decision, node -> node);
    }

    /** @param nodeOf the node that has a number in the decision */
    private int carryOut(JobRun job, List<TaskRun> tasks, Decision decision, IntUnaryOperator nodeOf) {
        decisions++;
        int started = 0;
        boolean passedOver = false;
        for (int t = 0; t < tasks.size(); t++) {
            int node = decision.assignment().nodeOf(t);
            if (node == Assignment.NONE) {
                continue;
            }
            if (isFar(decision.reason(t)) && job.passesOver(scheduling.localityWait(), engine.now())) {
                passedOver = true;
            } else {
                start(job, tasks.get(t), nodeOf.applyAsInt(node), decision.reason(t));
                started++;
            }
        }
        job.passedOver(passedOver);
        return started;
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

    private void start(JobRun job, TaskRun task, int node, Reason reason) {
        freeSlots--;
        pendingTasks--;
        job.started(task);
        if (job.waiting() == 0) {
            waiting.remove(job.index());
        }
        if (!isFar(reason)) {
            job.localAt(engine.now());
        }
        starter.start(task, node);
    }

    /** Whether one of the engine's own levels has placed a task away from its input. */
    private static boolean isFar(Reason reason) {
        return reason == Reason.RACK_LOCAL || reason == Reason.ANYWHERE;
    }
}

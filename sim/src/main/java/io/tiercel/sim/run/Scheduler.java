package io.tiercel.sim.run;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Preferences;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.Heartbeat;
import io.tiercel.sim.verify.RunVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Offers free slots to the jobs, in the order in which these began, and lets the policy decide each offer. Decides nothing itself but which job
 * is asked first.
 */
final class Scheduler {
    private final Cluster cluster;
    private final Scheduling scheduling;
    private final RunVerifier verifier;
    private final TaskStarter starter;
    private final List<Heartbeat> heartbeats = new ArrayList<>();
    private final Map<Integer, JobRun> waiting = new TreeMap<>();
    private final int[] rackOf;
    private int freeSlots;
    private int pendingTasks;
    private long decisions;

    Scheduler(Engine engine, Cluster cluster, Scheduling scheduling, RunVerifier verifier, TaskStarter starter) {
        this.cluster = cluster;
        this.scheduling = scheduling;
        this.verifier = verifier;
        this.starter = starter;
        this.rackOf = cluster.nodes().stream().mapToInt(Node::rack).toArray();
        this.freeSlots =
                cluster.nodes().stream().mapToInt(node -> node.slots().free()).sum();
        long interval = scheduling.heartbeat();
        switch (scheduling.offer()) {
            case ALL_SLOTS -> heartbeats.add(new Heartbeat(engine, interval, 0, this::offerAll));
            case ONE_SLOT_OF_A_NODE -> {
                int nodes = rackOf.length;
                for (Node node : cluster.nodes()) { // spread over the interval
                    long phase = interval * node.index() / nodes;
                    heartbeats.add(new Heartbeat(engine, interval, phase, () -> offerOne(node)));
                }
            }
        }
    }

    /** The maps or the reduces of a job wait. */
    void add(JobRun job) {
        waiting.put(job.index(), job);
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

    /** How often the policy was asked. */
    long decisions() {
        return decisions;
    }

    private boolean offerOne(Node node) {
        if (node.slots().free() > 0 && pendingTasks > 0) {
            offerOne(waiting.values().iterator().next(), node.index());
        }
        return node.slots().free() > 0 && pendingTasks > 0;
    }

    private boolean offerAll() {
        for (JobRun job : List.copyOf(waiting.values())) {
            if (freeSlots == 0) {
                break;
            }
            int[] slots = new int[rackOf.length];
            cluster.nodes().forEach(node -> slots[node.index()] = node.slots().free());
            offer(job, slots);
        }
        verifier.roundEnded(freeSlots, pendingTasks);
        return freeSlots > 0 && pendingTasks > 0;
    }

    /** The only slot that is offered: few tasks need be looked at, save by a solver whose choice among equals comes of all tasks. */
    private void offerOne(JobRun job, int node) {
        if (scheduling.policy().isLeastCost()) {
            int[] slots = new int[rackOf.length];
            slots[node] = 1;
            offer(job, slots);
            return;
        }
        List<TaskRun> tasks = job.pendingFor(node, scheduling.costs(), this::rackOf);
        Assignment assignment = scheduling.policy().assign(OneSlot.problem(node, rackOf, prices(tasks)));
        decisions++;
        for (int t = 0; t < tasks.size(); t++) {
            if (assignment.nodeOf(t) != Assignment.NONE) {
                start(job, tasks.get(t), node);
            }
        }
    }

    private void offer(JobRun job, int[] slots) {
        List<TaskRun> tasks = List.copyOf(job.pending());
        Assignment assignment = scheduling.policy().assign(new AssignmentProblem(rackOf, slots, prices(tasks)));
        decisions++;
        for (int t = 0; t < tasks.size(); t++) {
            if (assignment.nodeOf(t) != Assignment.NONE) {
                start(job, tasks.get(t), assignment.nodeOf(t));
            }
        }
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

    private void start(JobRun job, TaskRun task, int node) {
        freeSlots--;
        pendingTasks--;
        job.started(task);
        if (job.waiting() == 0) {
            waiting.remove(job.index());
        }
        starter.start(task, node);
    }
}

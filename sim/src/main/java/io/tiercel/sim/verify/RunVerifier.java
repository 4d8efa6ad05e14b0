package io.tiercel.sim.verify;

import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.SharedResource.TransferListener;
import io.tiercel.sim.storage.StorageListener;
import io.tiercel.sim.storage.StoredBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Watches a run, and throws a {@link BrokenInvariantException} as soon as an invariant breaks. A slot holds one task; a resource gives its
 * bandwidth; a device holds its size at most. Each task ends well once; reduces wait for maps. Agents keep their budget; silent nodes do nothing.
 * No slot stays free against the scheduler's {@link RoundContract}. The verifier keeps its own books, from the cluster's spec and the events.
 */
public final class RunVerifier {
    public static final int ALL_NODES = -1;

    private final Engine engine;
    private final BandwidthCheck bandwidth = new BandwidthCheck();
    private final RoomCheck room;
    private final SlotCheck slots;
    private final Map<Integer, Long> pinned = new HashMap<>();

    private long budget;
    private final List<Tasks> jobs = new ArrayList<>();

    private final BitSet failedNodes = new BitSet();
    private final RoundContract promise;
    private int waiting;

    private int roundOf = ALL_NODES;
    private int freeBefore;
    private int refused;

    /** The tasks of a job: which run or have ended well, and which of these have ended. */
    private static final class Tasks {
        private final int maps;
        private final int count;
        private final BitSet started = new BitSet();
        private final BitSet ended = new BitSet();
        private int waiting;
        private boolean failed;

        private Tasks(int maps, int count) {
            this.maps = maps;
            this.count = count;
        }
    }

    private static final class RoomCheck implements StorageListener {
        private final Engine engine;
        /** By device number. */
        private long[] used = new long[64];

        RoomCheck(Engine engine) {
            this.engine = engine;
        }

        @Override
        public void stored(int node, Device device, StoredBlock block) {
            if (device.number() >= used.length) {
                used = Arrays.copyOf(used, Math.max(2 * used.length, device.number() + 1));
            }
            used[device.number()] += block.bytes();
            long bytes = used[device.number()];
            if (bytes > device.bytes()) {
                throw new BrokenInvariantException(
                        engine.now(), device + ": holds " + bytes + " bytes, has room for " + device.bytes());
            }
        }

        @Override
        public void removed(int node, Device device, StoredBlock block) {
            boolean known = device.number() < used.length;
            if (!known || (used[device.number()] -= block.bytes()) < 0) {
                throw new BrokenInvariantException(engine.now(), device + ": gives up more than it holds");
            }
        }
    }

    public RunVerifier(ClusterSpec cluster, Engine engine, RoundContract promise) {
        this.engine = engine;
        this.promise = promise;
        this.room = new RoomCheck(engine);
        this.slots = new SlotCheck(cluster);
    }

    public TransferListener transfers() {
        return bandwidth;
    }

    public StorageListener storage() {
        return room;
    }

    /** Jobs are numbered in the order in which they begin. */
    public void jobBegan(int job, int maps, int reduces) {
        if (job != jobs.size()) {
            throw broken("job " + job + " begins, expected job " + jobs.size());
        }
        jobs.add(new Tasks(maps, maps + reduces));
    }

    public void tasksWait(int job, int count) {
        waiting += count - jobs.get(job).waiting;
        jobs.get(job).waiting = count;
    }

    public void taskStarted(int job, int task, int node, int slot) {
        slots.taken(engine.now(), node, slot, number(job, task));
        Tasks tasks = jobs.get(job);
        if (task >= tasks.count || tasks.started.get(task)) {
            throw broken("job " + job + ": task " + task + " starts a second time, or is none of its tasks");
        }
        if (task >= tasks.maps && tasks.ended.nextClearBit(0) < tasks.maps) {
            throw broken("job " + job + ": reduce " + task + " starts before all maps have ended");
        }
        if (tasks.failed) {
            throw broken("job " + job + ": task " + task + " starts though the job has failed");
        }
        if (--tasks.waiting < 0) {
            throw broken("job " + job + ": task " + task + " starts and did not wait");
        }
        waiting--;
        tasks.started.set(task);
    }

    public void taskEnded(int job, int task, int node, int slot) {
        over(job, task, node, slot);
        if (failedNodes.get(node)) {
            throw broken("job " + job + ": task " + task + " ends on node " + node + ", which does not answer");
        }
        jobs.get(job).ended.set(task);
    }

    /** A task does not end well. It runs again unless the job fails. */
    public void taskLost(int job, int task, int node, int slot) {
        over(job, task, node, slot);
        jobs.get(job).started.clear(task);
    }

    private void over(int job, int task, int node, int slot) {
        slots.released(engine.now(), node, slot, number(job, task));
        if (!jobs.get(job).started.get(task) || jobs.get(job).ended.get(task)) {
            throw broken("job " + job + ": task " + task + " ends, but is not running");
        }
    }

    /** The output of a map is lost, and the map counts as not ended. */
    public void outputLost(int job, int map) {
        Tasks tasks = jobs.get(job);
        if (map >= tasks.maps || tasks.maps == tasks.count || !tasks.ended.get(map)) {
            throw broken("job " + job + ": what map " + map + " left is lost, but it has left nothing");
        }
        tasks.started.clear(map);
        tasks.ended.clear(map);
    }

    public void jobFailed(int job) {
        Tasks tasks = jobs.get(job);
        if (tasks.started.cardinality() > tasks.ended.cardinality()) {
            throw broken("job " + job + " fails, and tasks of it are running");
        }
        tasksWait(job, 0);
        tasks.failed = true;
    }

    public void jobRefused() {
        refused++;
    }

    public void nodeFailed(int node) {
        failedNodes.set(node);
    }

    public void nodeMissed(int node) {
        slots.missed(node);
    }

    public void nodeReturned(int node) {
        failedNodes.clear(node);
        slots.returned(engine.now(), node);
    }

    public void read(int from) {
        if (failedNodes.get(from)) {
            throw broken("a task reads from node " + from + ", which does not answer");
        }
    }

    /** Sets each agent's memory budget, bytes. */
    public void budget(long bytes) {
        budget = bytes;
    }

    public void pinned(int node, long bytes) {
        long held = pinned.merge(node, bytes, Long::sum);
        if (held > budget) {
            throw broken("node " + node + ": its agent holds " + held + " bytes, may hold " + budget);
        }
    }

    public void unpinned(int node, long bytes) {
        if (pinned.merge(node, -bytes, Long::sum) < 0) {
            throw broken("node " + node + ": its agent lets go more than it holds");
        }
    }

    /** A round begins over the slots of a node, or over those of {@link #ALL_NODES}. */
    public void roundBegins(int node) {
        if ((node == ALL_NODES) != (promise.slotsOfANode() == 0)) {
            throw broken("a round offers what no round is to offer");
        }
        roundOf = node;
        freeBefore = node == ALL_NODES ? slots.free : slots.freeOf[node];
    }

    /**
     * A round has ended.
     *
     * @param heldBack tasks that wait for better slots
     */
    public void roundEnds(int heldBack) {
        if (heldBack > 0 && !promise.holdsBack()) {
            throw broken(heldBack + " tasks are held back, which the scheduler does not say that it does");
        }
        if (waiting <= heldBack) {
            return;
        }
        int left = roundOf == ALL_NODES
                ? slots.free
                : Math.min(freeBefore, promise.slotsOfANode()) - (freeBefore - slots.freeOf[roundOf]);
        if (left > 0) {
            throw broken(left + " slots are left free while " + (waiting - heldBack) + " tasks wait");
        }
    }

    /** The run has ended: checks that nothing is left to do. */
    public void runEnded(int expectedJobs) {
        if (jobs.size() + refused != expectedJobs) {
            throw broken(jobs.size() + " jobs have begun, expected " + (expectedJobs - refused));
        }
        for (int job = 0; job < jobs.size(); job++) {
            Tasks tasks = jobs.get(job);
            int ended = tasks.ended.cardinality();
            if (ended != tasks.count && !tasks.failed) {
                throw broken("job " + job + ": " + ended + " of " + tasks.count + " tasks have run");
            }
        }
        bandwidth.checkEnd(engine.now());
        pinned.forEach((node, bytes) -> {
            if (bytes > 0) {
                throw broken("node " + node + ": its agent still holds " + bytes + " bytes");
            }
        });
    }

    private static long number(int job, int task) {
        return ((long) job << 32) + task;
    }

    private BrokenInvariantException broken(String what) {
        return new BrokenInvariantException(engine.now(), what);
    }

    /**
     * The scheduler's promise for each round: no offered slot stays free while a task waits that may run.
     *
     * @param slotsOfANode slots of one node in a round, at most; 0 for rounds over all nodes
     * @param holdsBack whether tasks may wait for better slots
     */
    public record RoundContract(int slotsOfANode, boolean holdsBack) {}

    /** Checks that a slot holds one task, and exists. */
    private static final class SlotCheck {
        private static final long FREE = -1;

        private final List<long[]> taskIn = new ArrayList<>();
        private final int[] freeOf;
        private final boolean[] isMissed;
        /** Free slots of all nodes that are not lost. */
        private int free;

        SlotCheck(ClusterSpec cluster) {
            cluster.nodeSpecs().forEach(node -> {
                long[] slots = new long[node.slots()];
                Arrays.fill(slots, FREE);
                taskIn.add(slots);
            });
            freeOf = taskIn.stream().mapToInt(slots -> slots.length).toArray();
            isMissed = new boolean[freeOf.length];
            free = Arrays.stream(freeOf).sum();
        }

        void taken(long time, int node, int slot, long task) {
            if (node < 0 || node >= taskIn.size() || slot < 0 || slot >= taskIn.get(node).length) {
                throw new BrokenInvariantException(time, "node " + node + " has no slot " + slot);
            }
            if (taskIn.get(node)[slot] != FREE) {
                throw new BrokenInvariantException(time, "node " + node + ": slot " + slot + " holds two tasks");
            }
            if (isMissed[node]) {
                throw new BrokenInvariantException(
                        time, "node " + node + ": a task gets a slot though the node is missed");
            }
            taskIn.get(node)[slot] = task;
            freeOf[node]--;
            free--;
        }

        void released(long time, int node, int slot, long task) {
            if (taskIn.get(node)[slot] != task) {
                throw new BrokenInvariantException(
                        time, "node " + node + ": slot " + slot + " is given back by a task that is not in it");
            }
            taskIn.get(node)[slot] = FREE;
            freeOf[node]++;
            free += isMissed[node] ? 0 : 1;
        }

        /** Stops counting the slots of a lost node. */
        void missed(int node) {
            isMissed[node] = true;
            free -= freeOf[node];
        }

        /** Counts the slots of a node again, which hold no task. */
        void returned(long time, int node) {
            if (freeOf[node] < taskIn.get(node).length) {
                throw new BrokenInvariantException(time, "node " + node + " returns with tasks in its slots");
            }
            isMissed[node] = false;
            free += freeOf[node];
        }
    }
}

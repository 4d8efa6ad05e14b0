package io.tiercel.sim.verify;

import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.StorageListener;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.TransferListener;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Watches a run and throws a {@link BrokenInvariantException} as soon as it does what it must not: a slot that holds two tasks, a resource that gives more
 * or less than its bandwidth, a device above its size, a task that does not run exactly once, a reduce that does not wait for the maps, an agent above its budget, a slot left free while a task waits where the scheduler
 * promises that there is none. It keeps its own books, from the cluster's description and from what it is told, and takes no word for the
 * simulator's.
 */
public final class RunVerifier {
    private final Engine engine;
    private final BandwidthCheck bandwidth = new BandwidthCheck();
    private final RoomCheck room;
    private final SlotCheck slots;
    private final PinCheck pins = new PinCheck();
    private final List<Tasks> jobs = new ArrayList<>();

    /** The tasks of a job. */
    private record Tasks(int maps, int count, BitSet started, BitSet ended) {}

    public RunVerifier(ClusterSpec cluster, Engine engine) {
        this.engine = engine;
        this.room = new RoomCheck(engine);
        this.slots = new SlotCheck(cluster);
    }

    /** What devices and links are to tell. */
    public TransferListener transfers() {
        return bandwidth;
    }

    /** What the storage is to tell. */
    public StorageListener storage() {
        return room;
    }

    /** A job begins; jobs are numbered in the order in which they do. */
    public void jobBegan(int job, int maps, int reduces) {
        if (job != jobs.size()) {
            throw broken("job " + job + " begins, expected job " + jobs.size());
        }
        jobs.add(new Tasks(maps, maps + reduces, new BitSet(), new BitSet()));
    }

    public void taskStarted(int job, int task, int node, int slot) {
        slots.taken(engine.now(), node, slot, number(job, task));
        if (task >= jobs.get(job).count() || jobs.get(job).started().get(task)) {
            throw broken("job " + job + ": task " + task + " starts a second time, or is none of its tasks");
        }
        if (task >= jobs.get(job).maps()
                && jobs.get(job).ended().cardinality() < jobs.get(job).maps()) {
            throw broken("job " + job + ": reduce " + task + " starts before all maps have ended");
        }
        jobs.get(job).started().set(task);
    }

    public void taskEnded(int job, int task, int node, int slot) {
        slots.released(engine.now(), node, slot, number(job, task));
        if (!jobs.get(job).started().get(task) || jobs.get(job).ended().get(task)) {
            throw broken("job " + job + ": task " + task + " ends, but is not running");
        }
        jobs.get(job).ended().set(task);
    }

    /** What each agent may hold in memory at most, bytes. */
    public void budget(long bytes) {
        pins.budget(bytes);
    }

    /** An agent begins to bring something in. */
    public void pinned(int node, long bytes) {
        pins.pinned(engine.now(), node, bytes);
    }

    /** It has let it go. */
    public void unpinned(int node, long bytes) {
        pins.unpinned(engine.now(), node, bytes);
    }

    /** A round over all slots has ended. */
    public void roundEnded(int freeSlots, int pendingTasks) {
        if (freeSlots > 0 && pendingTasks > 0) {
            throw broken(freeSlots + " slots are left free while " + pendingTasks + " tasks wait");
        }
    }

    /** The run has ended: all that had to happen has. */
    public void runEnded(int expectedJobs) {
        if (jobs.size() != expectedJobs) {
            throw broken(jobs.size() + " jobs have begun, expected " + expectedJobs);
        }
        for (int job = 0; job < jobs.size(); job++) {
            int ended = jobs.get(job).ended().cardinality();
            if (ended != jobs.get(job).count()) {
                throw broken(
                        "job " + job + ": " + ended + " of " + jobs.get(job).count() + " tasks have run");
            }
        }
        bandwidth.checkEnd(engine.now());
        pins.checkEnd(engine.now());
    }

    private static long number(int job, int task) {
        return ((long) job << 32) + task;
    }

    private BrokenInvariantException broken(String what) {
        return new BrokenInvariantException(engine.now(), what);
    }
}

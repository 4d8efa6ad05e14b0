package io.tiercel.sim.run;

import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.cluster.Storage;
import io.tiercel.sim.cluster.StoredBlock;
import io.tiercel.sim.cluster.StoredReplica;
import io.tiercel.sim.engine.Engine;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.function.Consumer;

/** One task in its slot: starts, reads, computes, writes, one after the other. */
final class TaskExecution {
    private final World world;
    private final TaskRun task;
    private final int node;
    private final int slot;
    private final long began;
    private final Deque<Long> outputs;
    private final Consumer<TaskExecution> done;

    /** What all tasks of a run have to do with. */
    record World(Engine engine, Cluster cluster, Storage storage, Journal journal) {}

    private TaskExecution(World world, TaskRun task, int node, int slot, Consumer<TaskExecution> done) {
        this.world = world;
        this.task = task;
        this.node = node;
        this.slot = slot;
        this.began = world.engine().now();
        this.outputs = new ArrayDeque<>(task.job().outputsOf(task));
        this.done = done;
    }

    /**
     * Runs a task in a slot.
     *
     * @param startUp nanoseconds until it reads
     * @param done called when it has ended
     */
    static void begin(World world, TaskRun task, int node, int slot, long startUp, Consumer<TaskExecution> done) {
        TaskExecution execution = new TaskExecution(world, task, node, slot, done);
        world.engine().after(startUp, execution::read);
    }

    TaskRun task() {
        return task;
    }

    int node() {
        return node;
    }

    int slot() {
        return slot;
    }

    /** Nanoseconds that it has been in its slot. */
    long nanos() {
        return world.engine().now() - began;
    }

    private void read() {
        StoredBlock block = task.block();
        if (block == null) {
            happened(Locality.NO_INPUT);
            compute();
            return;
        }
        StoredReplica replica = nearest(block);
        happened(locality(replica));
        world.storage().read(replica, node, task.bytes(), this::compute);
    }

    private void happened(Locality locality) {
        task.job().read(locality);
        world.journal().reads(task, node, locality);
    }

    /** On the node before in the rack before elsewhere; of these the fastest tier, of these the least busy device, of these the first. */
    private StoredReplica nearest(StoredBlock block) {
        return block.replicas().stream()
                .min(Comparator.<StoredReplica>comparingInt(this::distance)
                        .thenComparing(StoredReplica::tier)
                        .thenComparingInt(
                                replica -> replica.device().bandwidth().active()))
                .orElseThrow(() -> new IllegalStateException("block " + block.id() + " has no replicas"));
    }

    private int distance(StoredReplica replica) {
        if (replica.node() == node) {
            return 0;
        }
        Node there = world.cluster().node(replica.node());
        return there.rack() == world.cluster().node(node).rack() ? 1 : 2;
    }

    private Locality locality(StoredReplica replica) {
        return switch (distance(replica)) {
            case 0 -> Locality.local(replica.tier());
            case 1 -> Locality.RACK_LOCAL;
            default -> Locality.ELSEWHERE;
        };
    }

    private void compute() {
        double seconds = task.bytes() * task.job().job().cpuSecondsPerByte();
        world.engine().after((long) (seconds * Engine.SECOND), this::write);
    }

    private void write() {
        Long bytes = outputs.poll();
        if (bytes == null) {
            done.accept(this);
        } else {
            task.job().wrote(world.storage().write(node, bytes, this::write));
        }
    }
}

package io.tiercel.sim.run;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Storage;
import io.tiercel.sim.cluster.StoredBlock;
import io.tiercel.sim.cluster.StoredReplica;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.migrate.Migrator;
import io.tiercel.sim.work.Job;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/** One task in its slot: starts, reads or fetches, computes, writes, one after the other. */
final class TaskExecution {
    private final World world;
    private final TaskRun task;
    private final int node;
    private final int slot;
    private final long began;
    private final Deque<Long> outputs;
    private final Consumer<TaskExecution> done;
    /** Of reading and computing at the same time, what has not ended. */
    private int parts = 2;

    /** What all tasks of a run have to do with. */
    record World(
            Engine engine,
            Cluster cluster,
            Storage storage,
            ReplicaChoice choice,
            Optional<Migrator> migrator,
            Journal journal,
            Processors processors,
            boolean computesWhileReading,
            long taskEnd) {}

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
        world.processors().start(startUp, execution::read);
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
        if (task.isReduce()) {
            ShuffleFetch.begin(world.engine(), world.cluster(), node, task.job().fetches(task), this::compute);
        } else if (block == null) {
            happened(Locality.NO_INPUT);
            compute();
        } else {
            read(block, world.choice().of(block, node));
        }
    }

    private void read(StoredBlock block, StoredReplica replica) {
        String job = task.job().job().name();
        happened(world.choice().locality(replica, node));
        task.job().servedBy(replica.node());
        if (replica.readTier() != Tier.MEMORY) {
            world.migrator().ifPresent(migrator -> migrator.begun(job, block));
        }
        Runnable afterRead = world.computesWhileReading() ? this::partDone : this::compute;
        world.storage().read(replica, node, task.bytes(), () -> {
            world.migrator().ifPresent(migrator -> migrator.read(job, block));
            afterRead.run();
        });
        if (world.computesWhileReading()) {
            world.processors().compute(computing(), this::partDone);
        }
    }

    /** Reading or computing has ended. */
    private void partDone() {
        if (--parts == 0) {
            write();
        }
    }

    private void happened(Locality locality) {
        task.job().read(locality);
        world.journal().reads(task, node, locality);
    }

    private void compute() {
        world.processors().compute(computing(), this::write);
    }

    /** Nanoseconds of a processor. */
    private long computing() {
        Job job = task.job().job();
        double perByte = task.isReduce() ? job.reduce().cpuSecondsPerByte() : job.cpuSecondsPerByte();
        double seconds = task.bytes() * perByte;
        return (long) (seconds * Engine.SECOND);
    }

    private void write() {
        Long bytes = outputs.poll();
        if (bytes == null) {
            leave();
            end();
        } else {
            task.job().wrote(world.storage().write(node, bytes, this::write));
        }
    }

    private void end() {
        if (world.taskEnd() == 0) {
            done.accept(this);
        } else {
            world.engine().after(world.taskEnd(), () -> done.accept(this));
        }
    }

    /** A map leaves for the reduces what they are to fetch. */
    private void leave() {
        if (!task.isReduce() && task.job().reduces() > 0) {
            world.storage().spill(node, task.job().leaves(task, node));
        }
    }
}

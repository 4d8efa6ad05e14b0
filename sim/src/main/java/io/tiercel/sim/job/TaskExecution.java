package io.tiercel.sim.job;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.engine.Cancellable;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.Engine.Timer;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.Transfer;
import io.tiercel.sim.job.TaskSpec.ComputeSpec;
import io.tiercel.sim.shared.SharedStorage;
import io.tiercel.sim.storage.BlockWrite;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredReplica;
import io.tiercel.sim.workload.Job;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A task in its slot: starts, reads or fetches, computes and writes. On a silent node it does nothing until the node is lost. */
public final class TaskExecution {
    private static final Cancellable NOTHING = () -> {};

    private final RunContext context;
    private final TaskRun task;
    private final int node;
    private final int slot;
    private final long began;
    private final Deque<Long> outputs;
    private final Ends ends;
    /** What it waits for. Moving data and computing may overlap. */
    private Cancellable moving = NOTHING;

    private Cancellable computing = NOTHING;
    private boolean fetched;
    /** Steps of reading and computing that have ended. */
    private int stepsDone;

    private long readNanos;
    private long readSince;
    private long computedNanos;
    private long computedSince;
    private List<StoredBlock> written = List.of();
    /** How many of reading and computing have not ended, if they overlap. */
    private int parts = 2;

    public interface Ends {
        void ended(TaskExecution execution);

        /** Its input is nowhere, so that running it again would not help. */
        void failed(TaskExecution execution, String why);
    }

    private TaskExecution(RunContext context, TaskRun task, int node, int slot, Ends ends) {
        this.context = context;
        this.task = task;
        this.node = node;
        this.slot = slot;
        this.began = context.engine().now();
        this.outputs = new ArrayDeque<>(task.job().outputsOf(task));
        this.ends = ends;
    }

    public static TaskExecution begin(RunContext context, TaskRun task, int node, int slot, Ends ends) {
        TaskExecution execution = new TaskExecution(context, task, node, slot, ends);
        if (context.cluster().isThere(node)) {
            execution.computing =
                    context.processors().start(node, context.tasks().start(), execution::read);
        }
        return execution;
    }

    public TaskRun task() {
        return task;
    }

    public int node() {
        return node;
    }

    public int slot() {
        return slot;
    }

    public long nanos() {
        return context.engine().now() - began;
    }

    public long now() {
        return context.engine().now();
    }

    /** For how long it has waited for its input. */
    public long readNanos() {
        return readNanos;
    }

    /** For how long it has computed; not counting its start. */
    public long computedNanos() {
        return computedNanos;
    }

    public boolean isFetching() {
        return task.isReduce() && !fetched;
    }

    /** Stops the work of a task on a silent node; it keeps its slot. */
    public void stop() {
        moving.cancel();
        computing.cancel();
    }

    /** Ends the task, and removes what it has written. */
    public void cancel() {
        stop();
        for (StoredBlock block : written) {
            task.job().written().remove(block);
            context.storage().discard(block);
        }
        task.job().taskGivenUp(nanos());
    }

    public void changeSpeed(double speed) {
        if (computing instanceof Processors.Computation alone) {
            alone.changeSpeed(speed);
        }
    }

    private void read() {
        StoredBlock block = task.block();
        if (task.isReduce()) {
            moving = ShuffleFetch.begin(
                    context.engine(), context.cluster(), node, task.job().fetches(task), this::fetched);
        } else if (block == null) {
            task.job().read(Locality.NO_INPUT);
            context.journal().reads(task, node, Locality.NO_INPUT);
            compute();
        } else {
            readStep(block);
            if (context.tasks().compute().whileReading() && !task.job().hasFailed()) {
                computedSince = context.engine().now();
                computing = context.processors().compute(node, computing(), () -> {
                    computedNanos += context.engine().now() - computedSince;
                    partDone();
                });
            }
        }
    }

    private void readStep(StoredBlock block) {
        int steps = steps();
        long from = task.bytes() * stepsDone / steps;
        read(block, task.bytes() * (stepsDone + 1) / steps - from);
    }

    private int steps() {
        ComputeSpec compute = context.tasks().compute();
        return task.isReduce() || task.block() == null || compute.whileReading() ? 1 : compute.steps();
    }

    private void fetched() {
        fetched = true;
        compute();
    }

    /** Reads the best replica; if its node fails, the rest from another one. */
    private void read(StoredBlock block, long bytes) {
        Optional<StoredReplica> replica = context.replicas().of(block, node);
        Optional<SharedStorage> shared = context.shared();
        if (replica.isPresent()) {
            read(block, bytes, replica.get());
        } else if (shared.isPresent()) {
            readShared(shared.get(), block, bytes);
        } else {
            ends.failed(this, "no node has block " + block.id() + " of its input");
        }
    }

    private void readShared(SharedStorage shared, StoredBlock block, long bytes) {
        if (stepsDone == 0) {
            task.job().read(Locality.ELSEWHERE);
            context.journal().reads(task, node, Locality.ELSEWHERE);
        }
        readSince = context.engine().now();
        moving = shared.read(block, node, bytes, () -> {
            readNanos += context.engine().now() - readSince;
            afterRead();
        });
    }

    private void afterRead() {
        if (context.tasks().compute().whileReading()) {
            partDone();
        } else {
            compute();
        }
    }

    private void read(StoredBlock block, long bytes, StoredReplica replica) {
        String job = task.job().job().name();
        Locality locality = context.replicas().locality(replica, node);
        if (stepsDone == 0) {
            task.job().read(locality);
            context.journal().reads(task, node, locality, replica.node());
            task.job().servedBy(replica.node());
        }
        if (stepsDone == 0 && replica.readTier() != Tier.MEMORY) {
            context.migrations().ifPresent(migrations -> migrations.begun(job, block));
        }
        readSince = context.engine().now();
        Runnable done = () -> {
            readNanos += context.engine().now() - readSince;
            if (stepsDone + 1 == steps()) {
                context.migrations().ifPresent(migrations -> migrations.read(job, block));
            }
            afterRead();
        };
        moving = context.storage().read(replica, node, bytes, done, rest -> {
            readNanos += context.engine().now() - readSince;
            read(block, rest);
        });
    }

    private void partDone() {
        if (--parts == 0) {
            write();
        }
    }

    private void compute() {
        computedSince = context.engine().now();
        computing = context.processors().compute(node, computing() / steps(), this::stepDone);
    }

    private void stepDone() {
        computedNanos += context.engine().now() - computedSince;
        StoredBlock block = task.block();
        if (++stepsDone < steps() && block != null) {
            readStep(block);
        } else {
            write();
        }
    }

    private long computing() {
        Job job = task.job().job();
        double perByte = task.isReduce() ? job.reduce().cpuSecondsPerByte() : job.cpuSecondsPerByte();
        double seconds = task.bytes() * perByte * context.tasks().compute().factor(job.name(), task.index());
        return (long) (seconds * Engine.SECOND);
    }

    private void write() {
        Long bytes = outputs.poll();
        if (bytes == null) {
            leave();
            end();
        } else {
            BlockWrite write = context.storage().write(node, bytes, this::write);
            moving = write;
            task.job().written().add(write.block());
            written = written.isEmpty() ? new ArrayList<>(2) : written;
            written.add(write.block());
        }
    }

    private void end() {
        if (context.tasks().end() == 0) {
            ends.ended(this);
        } else {
            Timer end = context.engine().timer(() -> ends.ended(this));
            end.set(context.engine().now() + context.tasks().end());
            moving = end::clear;
        }
    }

    private void leave() {
        if (!task.isReduce() && task.job().reduces() > 0) {
            context.storage().spill(node, task.job().outputs().leaves(task, node));
        }
    }

    /**
     * Fetches a reduce's part of the map outputs from all nodes at once. They come from the nodes' page caches, and cost the links alone. A part on a
     * node that fails never comes, and the fetch does not end.
     */
    private static final class ShuffleFetch implements Cancellable {
        private final Runnable done;
        private final List<Transfer> ways = new ArrayList<>();
        private int open = 1;
        private boolean over;

        private ShuffleFetch(Runnable done) {
            this.done = done;
        }

        /** @param parts bytes by node */
        static ShuffleFetch begin(Engine engine, Cluster cluster, int reader, Map<Integer, Long> parts, Runnable done) {
            ShuffleFetch fetch = new ShuffleFetch(done);
            parts.forEach((node, bytes) -> {
                List<SharedResource> links = cluster.links(node, reader);
                if (!cluster.isThere(node)) {
                    fetch.open++;
                } else if (!links.isEmpty() && bytes > 0) {
                    fetch.open++;
                    fetch.ways.add(Transfer.begin(bytes, links, fetch::oneIsThrough));
                }
            });
            engine.after(0, fetch::oneIsThrough);
            return fetch;
        }

        private void oneIsThrough() {
            if (--open == 0 && !over) {
                done.run();
            }
        }

        @Override
        public void cancel() {
            over = true;
            ways.forEach(Transfer::abandon);
        }
    }
}

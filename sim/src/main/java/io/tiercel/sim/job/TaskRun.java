package io.tiercel.sim.job;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.model.Block;
import io.tiercel.model.Task;
import io.tiercel.sim.storage.StoredBlock;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A task of a job, and its price list, which is valid until a replica of its block has moved. */
public final class TaskRun {
    private final JobRun job;
    private final int index;
    private final @Nullable StoredBlock block;
    private final long bytes;
    private final boolean reduce;
    private @Nullable Preferences preferences;
    private int pricedVersion;
    private boolean waiting = true;
    private @Nullable Runnable watcher;

    /** @param block null if it reads nothing */
    TaskRun(JobRun job, int index, @Nullable StoredBlock block, long bytes, boolean reduce) {
        this.job = job;
        this.index = index;
        this.block = block;
        this.bytes = bytes;
        this.reduce = reduce;
    }

    public boolean isReduce() {
        return reduce;
    }

    public JobRun job() {
        return job;
    }

    public int index() {
        return index;
    }

    @Nullable
    public StoredBlock block() {
        return block;
    }

    /** Whether a replica of its input is on the node, or it has no input. */
    public boolean findsInputOn(int node) {
        return block == null || block.replicas().stream().anyMatch(replica -> replica.node() == node);
    }

    public long bytes() {
        return bytes;
    }

    public boolean isWaiting() {
        return waiting;
    }

    void started() {
        waiting = false;
        unwatch();
    }

    void waitsAgain() {
        waiting = true;
    }

    void unwatch() {
        if (watcher != null && block != null) {
            block.unwatch(watcher);
            watcher = null;
        }
    }

    /** Changes whenever its input has moved. */
    public int version() {
        return block == null ? 0 : block.version();
    }

    /** Tells {@code listener} when its input has moved, while it waits. */
    public void watch(Consumer<TaskRun> listener) {
        if (block != null) {
            Runnable told = () -> listener.accept(this);
            watcher = told;
            block.watch(told);
        }
    }

    public Preferences preferences(CostModel costs, IntUnaryOperator rackOf) {
        int version = version();
        Preferences known = preferences;
        if (known == null || version != pricedVersion) {
            known = costs.price(asTask(), rackOf);
            preferences = known;
            pricedVersion = version;
        }
        return known;
    }

    public Task asTask() {
        return block == null ? new Task(List.of(), List.of()) : Task.reading(new Block(bytes, block.places()));
    }
}

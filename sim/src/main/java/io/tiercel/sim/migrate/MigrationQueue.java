package io.tiercel.sim.migrate;

import io.tiercel.migrate.DeviceReport;
import io.tiercel.model.BlockId;
import io.tiercel.sim.storage.MemoryCopy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The migrations of an agent on one device: one block at a time, in the order of the orders. */
final class MigrationQueue {
    private final int index;
    private final List<BlockId> waiting = new ArrayList<>();
    private @Nullable MemoryCopy running;
    private long since;

    MigrationQueue(int index) {
        this.index = index;
    }

    void add(BlockId block) {
        waiting.add(block);
    }

    boolean isBusy() {
        return running != null;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** The next block, if there is one. It stays in the queue while it is read. */
    BlockId first() {
        return waiting.get(0);
    }

    void begins(MemoryCopy copy, long now) {
        running = copy;
        since = now;
    }

    /** Removes the first block, and returns the nanoseconds for which it was read. */
    long removeFirst(long now) {
        waiting.remove(0);
        long duration = running == null ? 0 : now - since;
        running = null;
        return duration;
    }

    /** Removes a block and cancels its read; false if it is not in the queue. */
    boolean remove(BlockId block) {
        MemoryCopy copy = running;
        if (copy != null && block.equals(waiting.get(0))) {
            copy.letGo();
            running = null;
        }
        return waiting.remove(block);
    }

    DeviceReport report(long now) {
        return new DeviceReport(index, waiting, running == null ? 0 : now - since, Integer.MAX_VALUE);
    }
}

package io.tiercel.sim.migrate;

import io.tiercel.migrate.DeviceReport;
import io.tiercel.model.BlockId;
import io.tiercel.sim.storage.MemoryCopy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an agent has yet to read from one device, one block at a time, in the order of the orders. */
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

    /** The next block in turn; only of a queue that is not empty. It stays in the queue while it is read. */
    BlockId first() {
        return waiting.get(0);
    }

    void begins(MemoryCopy copy, long now) {
        running = copy;
        since = now;
    }

    /** The first block is through, or is not to be read; how long it has been read, nanoseconds. */
    long removeFirst(long now) {
        waiting.remove(0);
        long duration = running == null ? 0 : now - since;
        running = null;
        return duration;
    }

    /** Takes a block out of the queue; false if it is not in it. The read of one that is being read is given up. */
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

package io.tiercel.spark.prefetch;

import io.tiercel.model.BlockId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** The blocks that were asked for on behalf of one stage or query, until each has been read. Not thread-safe. */
final class Taken {
    private final Set<BlockId> all = new HashSet<>();
    private final Set<BlockId> unread = new HashSet<>();
    private long bytes;
    private int used;
    private int late;

    void add(StageJob.Part part) {
        all.add(part.id);
        unread.add(part.id);
        bytes += part.bytes();
    }

    /** A task was launched that reads these blocks: the first that reads a block decides whether it came in time. */
    void launched(Collection<BlockId> blocks, Predicate<BlockId> inMemory) {
        for (BlockId block : blocks) {
            if (unread.remove(block)) {
                boolean there = inMemory.test(block);
                used += there ? 1 : 0;
                late += there ? 0 : 1;
            }
        }
    }

    /** Those that no task has begun to read. */
    Set<BlockId> unread() {
        return unread;
    }

    Set<BlockId> all() {
        return all;
    }

    int size() {
        return all.size();
    }

    long bytes() {
        return bytes;
    }

    int used() {
        return used;
    }

    int late() {
        return late;
    }
}

package io.tiercel.spark.prefetch;

import io.tiercel.model.BlockId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The blocks that were asked for on behalf of one stage, until each has been read. Not thread-safe. */
final class Taken {
    private final Map<Integer, StageJob.Part> parts = new HashMap<>();
    private final Set<Integer> unread = new HashSet<>();
    private long bytes;
    private int used;
    private int late;

    void add(int block, StageJob.Part part) {
        parts.put(block, part);
        unread.add(block);
        bytes += part.bytes();
    }

    /** A task was launched that reads these blocks: the first that reads a block decides whether it came in time. */
    void launched(List<StageJob.Read> reads, Predicate<BlockId> inMemory) {
        for (StageJob.Read read : reads) {
            if (unread.remove(read.part())) {
                boolean there = inMemory.test(parts.get(read.part()).id);
                used += there ? 1 : 0;
                late += there ? 0 : 1;
            }
        }
    }

    /** Those that no task has begun to read. */
    List<BlockId> unread() {
        return unread.stream().map(block -> parts.get(block).id).toList();
    }

    /** All of them. */
    List<BlockId> all() {
        return parts.values().stream().map(part -> part.id).toList();
    }

    int size() {
        return parts.size();
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

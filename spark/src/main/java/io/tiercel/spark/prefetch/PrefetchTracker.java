package io.tiercel.spark.prefetch;

import io.tiercel.model.BlockId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The blocks that were asked for on behalf of one stage or query, until each has been read. Not thread-safe. */
final class PrefetchTracker {
    private final Set<BlockId> all = new HashSet<>();
    private final Set<BlockId> unread = new HashSet<>();
    private long bytes;
    /** Seconds from the submission: when each should be in memory by the plan, uncorrected. */
    private final Map<BlockId, Double> expected = new HashMap<>();

    private double arrived = Double.NaN;
    private double arrivalExpected = Double.NaN;
    private int used;
    private int late;

    /** @param readyAt when it should be in memory by the plan, uncorrected, seconds from the submission */
    void add(StageBlocks.Part part, double readyAt) {
        expected.put(part.id, readyAt);
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

    /**
     * A block is in memory. Once a task has begun to read it, that is no news: the task may have brought it there.
     *
     * @param at seconds from the submission
     */
    void arrived(BlockId block, double at) {
        if (unread.contains(block)) {
            Double ready = expected.remove(block);
            if (ready != null) {
                arrived = Double.isNaN(arrived) ? at : Math.max(arrived, at);
                arrivalExpected = Double.isNaN(arrivalExpected) ? ready : Math.max(arrivalExpected, ready);
            }
        }
    }

    /** When the last block came of those that came before they were read, seconds from the submission; NaN if none did. */
    double lastArrival() {
        return arrived;
    }

    /** When the last of the same blocks should have come by the plan, uncorrected. */
    double lastArrivalExpected() {
        return arrivalExpected;
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

package io.tiercel.sim.run;

import io.tiercel.sim.job.ReplicaOrder;
import io.tiercel.sim.migrate.PrefetchSpec;
import java.util.Optional;

/**
 * Use of the nodes' memory beside the replicas placed there.
 *
 * @param keepsPlaced whether replicas placed in memory stay there when it is full
 * @param pageCache whether blocks read from a device stay in memory while there is room
 * @param writesBehind whether a writer waits for memory alone, and devices are written in the background
 * @param inputs whether all replicas of the first files are in memory for good, as with {@code vmtouch}
 * @param prefetching empty for none
 * @param reads which replica a task prefers
 */
public record MemoryUse(
        boolean keepsPlaced,
        boolean pageCache,
        boolean writesBehind,
        boolean inputs,
        Optional<PrefetchSpec> prefetching,
        ReplicaOrder reads) {
    public static final MemoryUse NONE =
            new MemoryUse(false, false, false, false, Optional.empty(), ReplicaOrder.NEAREST);

    public static final MemoryUse FIRST_COME =
            new MemoryUse(true, false, false, false, Optional.empty(), ReplicaOrder.NEAREST);

    public static final MemoryUse PAGE_CACHE =
            new MemoryUse(false, true, false, false, Optional.empty(), ReplicaOrder.NEAREST);

    public static final MemoryUse INPUTS =
            new MemoryUse(false, false, false, true, Optional.empty(), ReplicaOrder.NEAREST);

    public static MemoryUse prefetching(PrefetchSpec prefetching, ReplicaOrder reads) {
        return new MemoryUse(false, false, false, false, Optional.of(prefetching), reads);
    }

    /** Whether blocks are copied into memory beside their replicas. */
    boolean copiesBlocks() {
        return pageCache || inputs || prefetching.isPresent();
    }

    /** The same, but devices are written in the background. */
    public MemoryUse writingBehind() {
        return new MemoryUse(keepsPlaced, pageCache, true, inputs, prefetching, reads);
    }
}

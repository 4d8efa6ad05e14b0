package io.tiercel.sim.run;

import io.tiercel.sim.job.ReplicaOrder;
import io.tiercel.sim.migrate.PrefetchSpec;
import java.util.Optional;

/**
 * What the nodes' memory is used for beside the replicas that are placed there.
 *
 * @param keepsPlaced whether replicas that are placed in memory stay there when it is full
 * @param pageCache whether what is read from a device stays in memory while there is room
 * @param writesBehind whether a task that writes to a device waits for memory alone, and the device is written to in the background
 * @param inputs whether all replicas of the files that are there at the start are in memory for good, as with {@code vmtouch}
 * @param prefetching how jobs' input is brought in ahead; empty for not at all
 * @param reads which replica a task reads
 */
public record MemoryUse(
        boolean keepsPlaced,
        boolean pageCache,
        boolean writesBehind,
        boolean inputs,
        Optional<PrefetchSpec> prefetching,
        ReplicaOrder reads) {
    /** For nothing. */
    public static final MemoryUse NONE =
            new MemoryUse(false, false, false, false, Optional.empty(), ReplicaOrder.NEAREST);

    /** For what comes there first. */
    public static final MemoryUse FIRST_COME =
            new MemoryUse(true, false, false, false, Optional.empty(), ReplicaOrder.NEAREST);

    /** For a page cache. */
    public static final MemoryUse PAGE_CACHE =
            new MemoryUse(false, true, false, false, Optional.empty(), ReplicaOrder.NEAREST);

    /** For all input. */
    public static final MemoryUse INPUTS =
            new MemoryUse(false, false, false, true, Optional.empty(), ReplicaOrder.NEAREST);

    /** For migrations. */
    public static MemoryUse prefetching(PrefetchSpec prefetching, ReplicaOrder reads) {
        return new MemoryUse(false, false, false, false, Optional.of(prefetching), reads);
    }

    /** Whether blocks are copied into memory beside their replicas. */
    boolean copiesBlocks() {
        return pageCache || inputs || prefetching.isPresent();
    }

    /** The same with writes that go on in the background. */
    public MemoryUse writingBehind() {
        return new MemoryUse(keepsPlaced, pageCache, true, inputs, prefetching, reads);
    }
}

package io.tiercel.sim.run;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.model.Preconditions;
import io.tiercel.sim.job.ReplicaSelector.ReplicaOrder;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.shared.SharedStorageSpec;
import io.tiercel.sim.storage.Placement;
import java.util.Optional;

/**
 * Where blocks lie, and how the nodes' memory is used.
 *
 * @param blockBytes files are cut into blocks of this length; above 0
 * @param settled whether replicas of first files that memory has no room for lie on their devices at the start; if not, they are being written
 *      there
 * @param shared where first files lie if not on the nodes; {@code placement} then holds for what tasks write
 */
public record StorageSpec(
        Placement placement,
        long blockBytes,
        EvictionPolicy eviction,
        MemoryUse memory,
        boolean settled,
        Optional<SharedStorageSpec> shared) {
    public StorageSpec {
        Preconditions.atLeast("block bytes", blockBytes, 1);
        if (shared.isPresent() && memory.copiesBlocks()) {
            throw new IllegalArgumentException("memory: expected no copies of shared storage in memory");
        }
    }

    /** All files lie on the nodes. */
    public StorageSpec(
            Placement placement, long blockBytes, EvictionPolicy eviction, MemoryUse memory, boolean settled) {
        this(placement, blockBytes, eviction, memory, settled, Optional.empty());
    }

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
        public boolean copiesBlocks() {
            return pageCache || inputs || prefetching.isPresent();
        }

        /** The same, but devices are written in the background. */
        public MemoryUse writingBehind() {
            return new MemoryUse(keepsPlaced, pageCache, true, inputs, prefetching, reads);
        }
    }
}

package io.tiercel.sim.run;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.sim.storage.Placement;

/**
 * Where blocks lie, and how the nodes' memory is used.
 *
 * @param blockBytes files are cut into blocks of this length; above 0
 * @param settled whether replicas of first files that memory has no room for lie on their devices at the start; if not, they are being written
 *      there
 */
public record StorageSpec(
        Placement placement, long blockBytes, EvictionPolicy eviction, MemoryUse memory, boolean settled) {
    public StorageSpec {
        if (blockBytes <= 0) {
            throw new IllegalArgumentException("block bytes: expected above 0, got " + blockBytes);
        }
    }

    /** Copies nothing into memory. */
    public static StorageSpec plain(Placement placement, long blockBytes, EvictionPolicy eviction) {
        return new StorageSpec(placement, blockBytes, eviction, MemoryUse.NONE, false);
    }
}

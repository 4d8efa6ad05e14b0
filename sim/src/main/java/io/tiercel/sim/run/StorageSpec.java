package io.tiercel.sim.run;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.sim.storage.Placement;

/**
 * Where blocks lie, and what the nodes' memory is used for.
 *
 * @param placement nodes and tiers of a block's replicas
 * @param blockBytes files are cut into blocks of this length; above 0
 * @param eviction what leaves memory for another block
 * @param memory use of the nodes' memory beside the replicas placed there
 * @param settled whether replicas of the first files that memory has no room for lie on their devices at the start; if not, they are being written
 *     there then
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

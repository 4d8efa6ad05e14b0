package io.tiercel.sim.storage;

import io.tiercel.cache.EvictionPolicy;

/**
 * Who gets the nodes' memory.
 *
 * @param eviction what leaves memory first
 * @param keepsPlaced whether replicas that are placed in memory stay there, so that later ones go to the next slower tier when it is full; if not, the
 *     oldest make room
 * @param pageCache whether what is read from a device stays in memory, as far as there is room that nothing else needs
 * @param settled whether what makes room for files that are there at the start lies where it goes at once; if not, it is written there
 * @param writesBehind whether what is written to a device is there for its writer as soon as it is in memory, from where it goes to the device in the background
 */
public record MemoryRules(
        EvictionPolicy eviction, boolean keepsPlaced, boolean pageCache, boolean settled, boolean writesBehind) {
    /** The oldest make room, and there is no page cache. */
    public static MemoryRules evicting(EvictionPolicy eviction) {
        return new MemoryRules(eviction, false, false, false, false);
    }
}

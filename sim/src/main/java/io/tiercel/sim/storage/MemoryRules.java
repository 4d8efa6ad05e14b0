package io.tiercel.sim.storage;

import io.tiercel.cache.EvictionPolicy;

/**
 * How the nodes' memory is shared.
 *
 * @param keepsPlaced whether replicas placed in memory stay there, so that later ones go to the next slower tier; if not, the oldest make room
 * @param pageCache whether blocks read from a device stay in memory while nothing else needs the room
 * @param settled whether evicted replicas of first files lie on their device at once; if not, they are written there
 * @param writesBehind whether a write ends for its writer when it is in memory; the device is written in the background
 */
public record MemoryRules(
        EvictionPolicy eviction, boolean keepsPlaced, boolean pageCache, boolean settled, boolean writesBehind) {}

package io.tiercel.sim.scenario;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.storage.Placement;

/**
 * What is compared with others.
 *
 * @param name what it is called in the results
 * @param placement where blocks go
 * @param eviction what leaves memory first
 * @param memory what memory is used for
 * @param scheduling how tasks get slots
 * @param settled whether nothing is being written when the run begins
 */
public record ScenarioPolicy(
        String name,
        Placement placement,
        EvictionPolicy eviction,
        MemoryUse memory,
        SchedulingSpec scheduling,
        boolean settled) {}

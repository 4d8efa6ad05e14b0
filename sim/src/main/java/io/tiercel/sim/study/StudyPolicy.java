package io.tiercel.sim.study;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.sim.cluster.Placement;
import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.run.Scheduling;

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
public record StudyPolicy(
        String name,
        Placement placement,
        EvictionPolicy eviction,
        MemoryUse memory,
        Scheduling scheduling,
        boolean settled) {}

package io.tiercel.sim.run;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.Placement;
import io.tiercel.sim.work.Workload;

/**
 * All that a run depends on: the same scenario always has the same events.
 *
 * @param cluster the cluster
 * @param placement where blocks go
 * @param eviction what leaves memory for another block
 * @param workload what is to do
 * @param scheduling how tasks get slots
 * @param blockBytes files are cut into blocks of this length
 * @param taskStart nanoseconds from when a task has its slot to its first read
 * @param seed of all that is drawn
 */
public record Scenario(
        ClusterSpec cluster,
        Placement placement,
        EvictionPolicy eviction,
        Workload workload,
        Scheduling scheduling,
        long blockBytes,
        long taskStart,
        long seed) {
    public Scenario {
        if (blockBytes <= 0) {
            throw new IllegalArgumentException("block bytes: expected above 0, got " + blockBytes);
        }
        if (taskStart < 0) {
            throw new IllegalArgumentException("task start: expected at least 0 ns, got " + taskStart);
        }
        if (cluster.slots() == 0) {
            throw new IllegalArgumentException("cluster: expected at least one slot, got none");
        }
        for (Tier tier : placement.tiers()) {
            if (!cluster.has(tier)) {
                throw new IllegalArgumentException(
                        "cluster: expected a device of tier " + tier + ", on which blocks are to be placed, got none");
            }
        }
    }
}

package io.tiercel.sim.run;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.fault.Fault;
import io.tiercel.sim.fault.Faults;
import io.tiercel.sim.fault.Interference;
import io.tiercel.sim.job.ComputeSpec;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.storage.Placement;
import io.tiercel.sim.workload.Workload;
import java.util.List;

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
 * @param taskEnd nanoseconds from when a task has written its output until its slot is free
 * @param memory what the nodes' memory is used for beside the replicas that are placed there
 * @param interference what else is done on the nodes' devices
 * @param settled whether what leaves memory for files of the start lies where it goes when the run begins; if not, it is being written there then
 * @param computing what tasks compute with, and when
 * @param faults what goes wrong
 * @param seed of all that is drawn
 */
public record RunSpec(
        ClusterSpec cluster,
        Placement placement,
        EvictionPolicy eviction,
        Workload workload,
        SchedulingSpec scheduling,
        long blockBytes,
        long taskStart,
        long taskEnd,
        MemoryUse memory,
        List<Interference> interference,
        boolean settled,
        ComputeSpec computing,
        Faults faults,
        long seed) {
    public RunSpec {
        interference = List.copyOf(interference);
        if (blockBytes <= 0) {
            throw new IllegalArgumentException("block bytes: expected above 0, got " + blockBytes);
        }
        if (taskStart < 0) {
            throw new IllegalArgumentException("task start: expected at least 0 ns, got " + taskStart);
        }
        if (taskEnd < 0) {
            throw new IllegalArgumentException("task end: expected at least 0 ns, got " + taskEnd);
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
        if ((memory.pageCache() || memory.inputs() || memory.prefetching().isPresent()) && !cluster.has(Tier.MEMORY)) {
            throw new IllegalArgumentException(
                    "cluster: expected a device of tier MEMORY, for what is brought into memory, got none");
        }
        faults.check(cluster);
        if (computing.processors() > 0 && faults.all().stream().anyMatch(Fault::computing)) {
            throw new IllegalArgumentException("faults: nodes that share processors cannot compute more slowly alone");
        }
        for (Interference each : interference) {
            if (each.node() < 0 || each.node() >= cluster.nodes()) {
                throw new IllegalArgumentException(
                        "interference: expected a node below " + cluster.nodes() + ", got " + each.node());
            }
        }
    }

    /** A scenario in which nothing is brought into memory and nobody interferes. */
    public RunSpec(
            ClusterSpec cluster,
            Placement placement,
            EvictionPolicy eviction,
            Workload workload,
            SchedulingSpec scheduling,
            long blockBytes,
            long taskStart,
            long seed) {
        this(
                cluster,
                placement,
                eviction,
                workload,
                scheduling,
                blockBytes,
                taskStart,
                0,
                MemoryUse.NONE,
                List.of(),
                false,
                ComputeSpec.AFTER_READING,
                Faults.NONE,
                seed);
    }

    /** The same with tasks that take longer to give up their slots. */
    public RunSpec withTaskEnd(long nanos) {
        return with(nanos, memory, interference, settled, computing, faults);
    }

    /** The same with another use of memory. */
    public RunSpec withMemory(MemoryUse other) {
        return with(taskEnd, other, interference, settled, computing, faults);
    }

    /** The same with others on its devices. */
    public RunSpec withInterference(List<Interference> others) {
        return with(taskEnd, memory, others, settled, computing, faults);
    }

    /** The same with what has left memory before the start where it belongs, or on its way there. */
    public RunSpec withSettled(boolean begun) {
        return with(taskEnd, memory, interference, begun, computing, faults);
    }

    /** The same with tasks that compute with something else. */
    public RunSpec withComputing(ComputeSpec other) {
        return with(taskEnd, memory, interference, settled, other, faults);
    }

    /** The same with something else that goes wrong. */
    public RunSpec withFaults(Faults other) {
        return with(taskEnd, memory, interference, settled, computing, other);
    }

    private RunSpec with(
            long end, MemoryUse use, List<Interference> others, boolean begun, ComputeSpec with, Faults wrong) {
        return new RunSpec(
                cluster,
                placement,
                eviction,
                workload,
                scheduling,
                blockBytes,
                taskStart,
                end,
                use,
                others,
                begun,
                with,
                wrong,
                seed);
    }
}

package io.tiercel.sim.paper;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.cache.LruPolicy;
import io.tiercel.migrate.bind.IgnemBinder;
import io.tiercel.migrate.bind.LateBinder;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.fault.Disturbances.Interference;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.ReplicaSelector.ReplicaOrder;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.ReducePhase;
import io.tiercel.sim.workload.Workload;
import java.util.List;
import java.util.Optional;

/**
 * DYRS' evaluation, section V: seven DataNodes with an HDD of 1 TB, 128 GB of memory and 6 cores each, 10 Gb/s between them; HDFS 2.7 with its
 * defaults, three replicas and blocks of 128 MB; two {@code dd} on one node's disk.
 *
 * <p>Assumed: 6 tasks at a time on a node, one for each core; 150 MB/s from an HDD, 10 GB/s from memory; a slot is offered within a quarter of a
 * second, since Tez reuses containers; disks are written in the background (section V-A). Fitted, see docs/papers/dyrs.md: a job's costs beside its
 * data, a disk's loss by seeks, and the disk's share for a {@code dd}.
 */
final class DyrsSetup {
    /** Fitted on table I's two rows without migrations, and on maps' times in memory and on disks: docs/papers/dyrs.md. */
    static final Costs FITTED = new Costs(15_700 * Engine.SECOND / 1_000, Engine.SECOND / 5, 0.007 / 1e6, 1.45, 12);

    /** The node on which the two {@code dd} run. */
    static final int SLOW_NODE = 3;

    private static final double MB = 1e6;
    private static final long GB = 1_000_000_000L;
    private static final long BUDGET = 100 * GB;
    private static final int NODES = 7;
    private static final int SLOTS = 6;
    private static final long BY_REDUCE = 256_000_000;
    private static final double QUERY_SHUFFLE = 0.05;

    private DyrsSetup() {}

    /**
     * Costs of a job beside its data.
     *
     * @param lead nanoseconds from submission until its tasks ask for slots
     * @param start nanoseconds from a slot to the first read
     * @param seekLoss of the disks: how much longer many reads at a time take than one after the other
     * @param readersByDd number of readers that a {@code dd} counts for: its direct reads may be larger than read-ahead
     */
    record Costs(long lead, long start, double cpuSecondsPerByte, double seekLoss, int readersByDd) {
        Costs withCpu(double secondsPerByte) {
            return new Costs(lead, start, secondsPerByte, seekLoss, readersByDd);
        }
    }

    enum FileSystem {
        HDFS("HDFS", MemoryUse.NONE),
        IN_RAM("HDFS-Inputs-in-RAM", MemoryUse.INPUTS),
        IGNEM("Ignem", migrating(IgnemBinder.NAME, ReplicaOrder.MIGRATED_FIRST)),
        DYRS("DYRS", migrating(LateBinder.NAME, ReplicaOrder.MEMORY_FIRST));

        private final String text;
        private final MemoryUse memory;

        FileSystem(String text, MemoryUse memory) {
            this.text = text;
            this.memory = memory.writingBehind();
        }

        @Override
        public String toString() {
            return text;
        }

        private static MemoryUse migrating(String binder, ReplicaOrder reads) {
            return MemoryUse.prefetching(PrefetchSpec.all(binder, BUDGET), reads);
        }
    }

    static int nodes() {
        return NODES;
    }

    /** Two {@code dd} on one node, all the time. */
    static List<Interference> slowNode(Costs costs) {
        return List.of(Interference.steady(SLOW_NODE, Tier.HDD, 2 * costs.readersByDd()));
    }

    /** The result of a workload's last job. */
    static JobResult last(
            FileSystem fileSystem, Workload workload, Costs costs, List<Interference> interference, long seed) {
        List<JobResult> jobs = Simulation.run(scenario(fileSystem, workload, costs, interference, seed), 0)
                .jobs();
        return jobs.get(jobs.size() - 1);
    }

    static RunSpec scenario(
            FileSystem fileSystem, Workload workload, Costs costs, List<Interference> interference, long seed) {
        NodeSpec node = new NodeSpec(
                SLOTS,
                List.of(
                        new DeviceSpec(Tier.MEMORY, 10_000 * MB, 128 * GB),
                        new DeviceSpec(Tier.HDD, 150 * MB, 1_000 * GB, costs.seekLoss())),
                1_250 * MB);
        return new RunSpec(
                new ClusterSpec(List.of(RackSpec.of(NODES, node, 12_500 * MB))),
                new StorageSpec(
                        new OneTierPlacement(Tier.HDD, 3), 128L << 20, new LruPolicy(), fileSystem.memory, false),
                workload,
                new SchedulingSpec(
                        AssignmentPolicies.named("stock"),
                        CostModel.trident(),
                        OfferMode.ONE_SLOT_OF_A_NODE,
                        Engine.SECOND / 4),
                TaskSpec.startingIn(costs.start()),
                Disturbances.of(interference),
                seed);
    }

    /** A sort: all bytes are shuffled, and written again. */
    static Workload sort(long bytes, Costs costs) {
        return alone(bytes, bytes, bytes, costs);
    }

    /** A Hive query, which mostly filters and aggregates early (section V-D): a twentieth of its input goes on. */
    static Workload query(long bytes, Costs costs) {
        long rest = (long) (bytes * QUERY_SHUFFLE);
        return alone(bytes, rest, 0, costs);
    }

    /** A job after another one that reads as much and leaves nothing, so that agents know their disks. */
    private static Workload alone(long bytes, long shuffle, long output, Costs costs) {
        Job before = job("before", bytes, 0, 0, costs);
        Job measured = job("job", bytes, shuffle, output, costs).withAfter(Optional.of(before.name()));
        return new Workload(
                List.of(new InputFile("in/before", bytes), new InputFile("in/job", bytes)), List.of(before, measured));
    }

    private static Job job(String name, long bytes, long shuffle, long output, Costs costs) {
        int reduces = (int) Math.max(1, shuffle / BY_REDUCE);
        return new Job(
                        name,
                        0,
                        Optional.of("in/" + name),
                        bytes,
                        costs.cpuSecondsPerByte(),
                        Optional.of("out/" + name),
                        output)
                .withLead(costs.lead())
                .withReduce(new ReducePhase(reduces, shuffle, costs.cpuSecondsPerByte()));
    }
}

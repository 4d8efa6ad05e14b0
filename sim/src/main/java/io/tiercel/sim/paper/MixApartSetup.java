package io.tiercel.sim.paper;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Decision;
import io.tiercel.assign.Reason;
import io.tiercel.cache.LruPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.job.TaskSpec.ComputeSpec;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.JobOrder;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.shared.SharedStorageSpec;
import io.tiercel.sim.shared.SharedStorageSpec.CacheFill;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * MixApart's testbed, section 8.1: 50 nodes with 2 map slots and 850 GB of disk each, links of 1 Gb/s, shared storage behind 1 Gb/s. Blocks
 * of 64 MiB; three replicas under Hadoop, one under MixApart.
 *
 * <p>Assumed: disks of 100 MB/s; one rack, as Hadoop has without a topology; a heartbeat each 3 s, the least of Hadoop 0.20, at which a
 * node fills all its slots; 2 s for a task to start. The end of a task is known at the next heartbeat, half an interval later. A task
 * computes while it reads. Reduces share the slots of maps. Output is not written.
 *
 * @param nodes at least 1
 * @param bytesPerSecond of the link to shared storage
 */
record MixApartSetup(int nodes, long bytesPerSecond, OfferMode offer) {
    static final long BLOCK = 64L << 20;
    static final double MBIT = 1e6 / 8;

    private static final long GIGABIT = 125_000_000;
    private static final int PAPERS_NODES = 50;
    private static final long DISK = 850_000_000_000L;
    private static final int SLOTS = 2;
    private static final long HEARTBEAT = 3 * Engine.SECOND;
    private static final long START = 2 * Engine.SECOND;

    /** A job's set-up task and clean-up task: each waits for a heartbeat, starts, and is known to have ended at a heartbeat. */
    static final long JOB_OVERHEAD = 2 * (HEARTBEAT / 2 + START + HEARTBEAT / 2);

    static final MixApartSetup PAPER = new MixApartSetup(PAPERS_NODES, GIGABIT, OfferMode.ALL_SLOTS_OF_A_NODE);

    /** What runs the jobs. */
    enum Platform {
        /** All data lies in HDFS before any job comes. */
        HADOOP("Hadoop", "stock", null),
        MIXAPART("MixApart", "mixapart", CacheFill.FIFO_TRANSFERS),
        FAIR("MixApart, fair", "mixapart", CacheFill.FAIR_TRANSFERS),
        DS("MixApart-DS", "mixapart", CacheFill.READERS),
        /** A null model. */
        NO_CACHE("no cache", "stock", CacheFill.NOBODY),
        /** A null model: caches that no scheduler knows. */
        ANYWHERE("caches, tasks anywhere", AnyNodePolicy.NAME, CacheFill.READERS);

        private final String text;
        private final String policy;
        private final Optional<CacheFill> fill;

        Platform(String text, String policy, @Nullable CacheFill fill) {
            this.text = text;
            this.policy = policy;
            this.fill = Optional.ofNullable(fill);
        }

        private AssignmentPolicy policy() {
            return policy.equals(AnyNodePolicy.NAME) ? new AnyNodePolicy() : AssignmentPolicies.named(policy);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    RunSpec scenario(Platform platform, Workload workload, long seed) {
        return scenario(platform, workload, JobOrder.FIFO, seed);
    }

    RunSpec scenario(Platform platform, Workload workload, JobOrder jobs, long seed) {
        NodeSpec node = new NodeSpec(SLOTS, List.of(new DeviceSpec(Tier.HDD, 100e6, DISK)), GIGABIT);
        StorageSpec storage = new StorageSpec(
                new OneTierPlacement(Tier.HDD, 3),
                BLOCK,
                new LruPolicy(),
                MemoryUse.NONE,
                false,
                platform.fill.map(fill -> new SharedStorageSpec(bytesPerSecond, fill, DISK, new LruPolicy())));
        return new RunSpec(
                new ClusterSpec(List.of(RackSpec.of(nodes, node, (double) GIGABIT * nodes))),
                storage,
                workload,
                new SchedulingSpec(platform.policy(), CostModel.trident(), offer, HEARTBEAT).with(jobs),
                new TaskSpec(START, HEARTBEAT / 2, new ComputeSpec(0, true, 0)),
                Disturbances.NONE,
                seed);
    }

    /** Seconds of computing for a byte, such that a task of {@code bytes} reads {@code megabits} per second of its running time. */
    static double secondsPerByte(double megabits, long bytes) {
        return 1 / (megabits * MBIT) - START / (double) Engine.SECOND / bytes;
    }

    /** Starts tasks in their order on whatever node offers a slot. */
    private static final class AnyNodePolicy implements AssignmentPolicy {
        static final String NAME = "anywhere";

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public Decision decide(AssignmentProblem problem) {
            int[] nodeOf = new int[problem.tasks().size()];
            Arrays.fill(nodeOf, Assignment.NONE);
            List<Reason> reasons = new ArrayList<>();
            int task = 0;
            for (int node = 0; node < problem.nodes(); node++) {
                for (int slot = 0; slot < problem.slots(node) && task < nodeOf.length; slot++) {
                    nodeOf[task++] = node;
                    reasons.add(Reason.NO_PREFERENCE);
                }
            }
            while (reasons.size() < nodeOf.length) {
                reasons.add(Reason.NO_SLOT);
            }
            return new Decision(Assignment.of(problem, nodeOf), reasons);
        }
    }
}

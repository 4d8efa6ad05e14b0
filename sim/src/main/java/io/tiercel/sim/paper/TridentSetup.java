package io.tiercel.sim.paper;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Policies;
import io.tiercel.cache.LruPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.DeviceSpec;
import io.tiercel.sim.cluster.NodeSpec;
import io.tiercel.sim.cluster.OneTierPlacement;
import io.tiercel.sim.cluster.Placement;
import io.tiercel.sim.cluster.RackSpec;
import io.tiercel.sim.cluster.ReplicaPerTierPlacement;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.run.Offer;
import io.tiercel.sim.run.Scenario;
import io.tiercel.sim.run.Scheduling;
import io.tiercel.sim.work.FacebookWorkload;
import java.util.List;

/**
 * Trident's evaluation, section 7: 10 workers of 8 cores with 4 GB of memory, 64 GB of SSD and three HDDs of 320 GB; 3,200, 400 and 160 MB/s;
 * blocks of 128 MB; HDFS with three replicas on HDDs, or OctopusFS with one on each tier and LRU in memory; scores 1, 8, 20, c1 = 40, c2 = 100.
 *
 * <p>Not in the paper: one rack; links of 1 Gb/s (3,200 MB/s over c1 is 80 MB/s); heartbeats of a second (Hadoop's default). The two costs of a task
 * are fitted, see decision 1202.
 */
final class TridentSetup {
    /** Fitted: see decision 1202. */
    static final TaskCosts FITTED = new TaskCosts(50 * Engine.SECOND, 0.1 / (1 << 20));

    private static final long GIB = 1L << 30;
    private static final double MB = 1e6;

    private TridentSetup() {}

    /**
     * What a task costs beside its input and output.
     *
     * @param start nanoseconds before it reads
     * @param cpuSecondsPerByte computing by what it reads
     */
    record TaskCosts(long start, double cpuSecondsPerByte) {}

    /** The two file systems. */
    enum FileSystem {
        HDFS,
        OCTOPUS_FS;

        Placement placement() {
            return this == HDFS
                    ? new OneTierPlacement(Tier.HDD, 3)
                    : new ReplicaPerTierPlacement(List.of(Tier.MEMORY, Tier.SSD, Tier.HDD));
        }
    }

    static ClusterSpec cluster() {
        NodeSpec worker = new NodeSpec(
                8,
                List.of(
                        new DeviceSpec(Tier.MEMORY, 3_200 * MB, 4 * GIB),
                        new DeviceSpec(Tier.SSD, 400 * MB, 64 * GIB),
                        new DeviceSpec(Tier.HDD, 160 * MB, 320 * GIB),
                        new DeviceSpec(Tier.HDD, 160 * MB, 320 * GIB),
                        new DeviceSpec(Tier.HDD, 160 * MB, 320 * GIB)),
                125 * MB);
        return new ClusterSpec(List.of(RackSpec.of(10, worker, 1_250 * MB)));
    }

    /** The Facebook workload under a policy; Hadoop's own schedulers see one node at a time, Trident's all. */
    static Scenario facebook(FileSystem fileSystem, String policy, TaskCosts costs, long seed) {
        Offer offer = policy.equals("trident") ? Offer.ALL_SLOTS : Offer.ONE_SLOT_OF_A_NODE;
        return new Scenario(
                cluster(),
                fileSystem.placement(),
                new LruPolicy(),
                FacebookWorkload.of(seed, costs.cpuSecondsPerByte()),
                new Scheduling(Policies.named(policy), CostModel.trident(), offer, Engine.SECOND),
                128L << 20,
                costs.start(),
                seed);
    }
}

package io.tiercel.sim.run;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.fault.Disturbances.Fault;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.workload.Workload;

/** One run. The same spec always has the same events. */
public record RunSpec(
        ClusterSpec cluster,
        StorageSpec storage,
        Workload workload,
        SchedulingSpec scheduling,
        TaskSpec tasks,
        Disturbances disturbances,
        long seed) {
    public RunSpec {
        if (cluster.slots() == 0) {
            throw new IllegalArgumentException("cluster: expected at least one slot, got none");
        }
        for (Tier tier : storage.placement().tiers()) {
            if (!cluster.has(tier)) {
                throw new IllegalArgumentException(
                        "cluster: expected a device of tier " + tier + ", on which blocks are placed, got none");
            }
        }
        if (storage.memory().copiesBlocks() && !cluster.has(Tier.MEMORY)) {
            throw new IllegalArgumentException(
                    "cluster: expected a device of tier MEMORY, into which blocks are copied, got none");
        }
        if (storage.shared().isPresent()) {
            checkShared(scheduling, disturbances);
        }
        disturbances.check(cluster);
        if (tasks.compute().processors() > 0 && disturbances.faults().stream().anyMatch(Fault::computing)) {
            throw new IllegalArgumentException("faults: nodes that share processors cannot compute more slowly alone");
        }
    }

    private static void checkShared(SchedulingSpec scheduling, Disturbances disturbances) {
        if (!disturbances.faults().isEmpty()) {
            throw new IllegalArgumentException("faults: not simulated with shared storage");
        }
        if (scheduling.offer() == OfferMode.ALL_SLOTS || scheduling.offer() == OfferMode.CONTAINERS) {
            throw new IllegalArgumentException(
                    "offer: expected slots of one node with shared storage, got " + scheduling.offer());
        }
    }
}

package io.tiercel.sim.fault;

import io.tiercel.sim.cluster.ClusterSpec;
import java.util.List;

/** Faults of nodes, and other readers on their devices. */
public record Disturbances(Faults faults, List<Interference> interference) {
    public static final Disturbances NONE = new Disturbances(Faults.NONE, List.of());

    public Disturbances {
        interference = List.copyOf(interference);
    }

    /** @throws IllegalArgumentException for nodes and devices that the cluster does not have */
    public void check(ClusterSpec cluster) {
        faults.check(cluster);
        for (Interference each : interference) {
            if (each.node() < 0 || each.node() >= cluster.nodes()) {
                throw new IllegalArgumentException(
                        "interference: expected a node below " + cluster.nodes() + ", got " + each.node());
            }
        }
    }
}

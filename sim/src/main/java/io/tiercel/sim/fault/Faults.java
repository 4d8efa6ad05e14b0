package io.tiercel.sim.fault;

import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.DeviceSpec;
import io.tiercel.sim.cluster.NodeSpec;
import java.util.List;

/**
 * What goes wrong in a run.
 *
 * @param all the faults
 * @param expiry nanoseconds from a node's failure until scheduler, name node and coordinator notice that it is silent, unless it is back before
 */
public record Faults(List<Fault> all, long expiry) {
    /** Spark takes an executor for lost after so long ({@code spark.network.timeout}); YARN and HDFS wait for ten minutes. */
    public static final long USUAL_EXPIRY = 120_000_000_000L;

    /** Nothing goes wrong. */
    public static final Faults NONE = new Faults(List.of(), USUAL_EXPIRY);

    public Faults {
        all = List.copyOf(all);
        if (expiry < 0) {
            throw new IllegalArgumentException("expiry: expected at least 0 ns, got " + expiry);
        }
        for (int i = 0; i < all.size(); i++) {
            for (int j = 0; j < i; j++) {
                Fault one = all.get(i);
                Fault other = all.get(j);
                if (one.isFailure() && other.isFailure() && one.node() == other.node() && one.overlaps(other)) {
                    throw new IllegalArgumentException("node " + one.node() + ": fails while it is away");
                }
            }
        }
    }

    /** Refuses faults of nodes and devices that a cluster does not have. */
    public void check(ClusterSpec cluster) {
        List<NodeSpec> nodes =
                cluster.racks().stream().flatMap(rack -> rack.nodes().stream()).toList();
        for (Fault fault : all) {
            if (fault.node() < 0 || fault.node() >= nodes.size()) {
                throw new IllegalArgumentException(
                        "faults: expected a node below " + nodes.size() + ", got " + fault.node());
            }
            List<DeviceSpec> devices = nodes.get(fault.node()).devices();
            fault.tier()
                    .filter(tier -> devices.stream().noneMatch(device -> device.tier() == tier))
                    .ifPresent(tier -> {
                        throw new IllegalArgumentException(
                                "faults: node " + fault.node() + " has no device of tier " + tier);
                    });
        }
    }
}

package io.tiercel.sim.fault;

import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.DeviceSpec;
import io.tiercel.sim.cluster.NodeSpec;
import java.util.List;

/**
 * The faults of a run.
 *
 * @param expiry nanoseconds from a node's failure until scheduler, NameNode and coordinator notice its silence, unless it returns before
 */
public record Faults(List<Fault> all, long expiry) {
    /** Spark's {@code spark.network.timeout}; YARN and HDFS wait for ten minutes. */
    public static final long USUAL_EXPIRY = 120_000_000_000L;

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

    /** @throws IllegalArgumentException for nodes and devices that the cluster does not have */
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

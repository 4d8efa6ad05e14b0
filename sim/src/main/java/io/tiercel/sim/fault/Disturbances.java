package io.tiercel.sim.fault;

import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.DeviceSpec;
import io.tiercel.sim.cluster.NodeSpec;
import java.util.List;

/**
 * Faults of nodes, and other readers on their devices.
 *
 * @param expiry nanoseconds from a node's failure until scheduler, NameNode and coordinator notice its silence, unless it returns before
 */
public record Disturbances(List<Fault> faults, long expiry, List<Interference> interference) {
    /** Spark's {@code spark.network.timeout}; YARN and HDFS wait for ten minutes. */
    public static final long USUAL_EXPIRY = 120_000_000_000L;

    public static final Disturbances NONE = of(List.of());

    public Disturbances {
        faults = List.copyOf(faults);
        interference = List.copyOf(interference);
        if (expiry < 0) {
            throw new IllegalArgumentException("expiry: expected at least 0 ns, got " + expiry);
        }
        for (int i = 0; i < faults.size(); i++) {
            for (Fault other : faults.subList(0, i)) {
                Fault one = faults.get(i);
                if (one.isFailure() && other.isFailure() && one.node() == other.node() && one.overlaps(other)) {
                    throw new IllegalArgumentException("node " + one.node() + ": fails while it is away");
                }
            }
        }
    }

    /** Other readers, and no faults. */
    public static Disturbances of(List<Interference> interference) {
        return new Disturbances(List.of(), USUAL_EXPIRY, interference);
    }

    /** @throws IllegalArgumentException for nodes and devices that the cluster does not have */
    public void check(ClusterSpec cluster) {
        List<NodeSpec> nodes =
                cluster.racks().stream().flatMap(rack -> rack.nodes().stream()).toList();
        for (Fault fault : faults) {
            checkNode("faults", fault.node(), nodes.size());
            List<DeviceSpec> devices = nodes.get(fault.node()).devices();
            fault.tier()
                    .filter(tier -> devices.stream().noneMatch(device -> device.tier() == tier))
                    .ifPresent(tier -> {
                        throw new IllegalArgumentException(
                                "faults: node " + fault.node() + " has no device of tier " + tier);
                    });
        }
        interference.forEach(each -> checkNode("interference", each.node(), nodes.size()));
    }

    private static void checkNode(String what, int node, int nodes) {
        if (node < 0 || node >= nodes) {
            throw new IllegalArgumentException(what + ": expected a node below " + nodes + ", got " + node);
        }
    }
}

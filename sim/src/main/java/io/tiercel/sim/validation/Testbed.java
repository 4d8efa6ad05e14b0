package io.tiercel.sim.validation;

import io.tiercel.model.Preconditions;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The embedded cluster of a scene. All nodes are processes of one machine: they share its processors, and links cost nothing.
 *
 * @param slots tasks at a time on a node
 * @param ssd bytes a second of each node's SSD; 0 if no block lies on one
 * @param hdd bytes a second of each node's HDD
 * @param processors of the machine
 */
public record Testbed(
        int nodes, int racks, int slots, double ssd, double hdd, int replication, long blockBytes, int processors) {
    /** Bandwidth of memory and loopback: more than any task needs. */
    private static final double UNHINDERED = 2.0 * (1 << 30);

    private static final long ROOMY = 1L << 40;

    /** Seconds for which an emulated device runs ahead after it was idle. */
    private static final double BURST = 0.020;

    public Testbed {
        Preconditions.atLeast("nodes", nodes, 1);
        Preconditions.atLeast("racks", racks, 1);
        Preconditions.atLeast("slots", slots, 1);
        Preconditions.atLeast("replication", replication, 1);
        if (blockBytes < 1) {
            throw new IllegalArgumentException("block size: expected at least 1 byte, got " + blockBytes);
        }
        Preconditions.atLeast("processors", processors, 1);
        if (racks > nodes) {
            throw new IllegalArgumentException("racks: expected at most " + nodes + ", the nodes, got " + racks);
        }
        if (!(hdd > 0 && ssd >= 0)) {
            throw new IllegalArgumentException("devices: expected bandwidths above 0, got " + hdd + " and " + ssd);
        }
    }

    /** @param memory bytes of each node that hold blocks */
    ClusterSpec cluster(long memory) {
        List<DeviceSpec> devices = new ArrayList<>();
        devices.add(new DeviceSpec(Tier.MEMORY, UNHINDERED, memory));
        if (ssd > 0) {
            devices.add(device(Tier.SSD, ssd));
        }
        devices.add(device(Tier.HDD, hdd));
        NodeSpec node = new NodeSpec(slots, devices, UNHINDERED);
        List<RackSpec> all = new ArrayList<>();
        for (int r = 0; r < racks; r++) {
            int rack = r;
            long size = IntStream.range(0, nodes)
                    .filter(n -> n * racks / nodes == rack) // as the embedded cluster spreads them
                    .count();
            all.add(RackSpec.of((int) size, node, UNHINDERED));
        }
        return new ClusterSpec(all);
    }

    private static DeviceSpec device(Tier tier, double bytesPerSecond) {
        return new DeviceSpec(tier, bytesPerSecond, ROOMY, 0, Math.round(BURST * bytesPerSecond));
    }
}

package io.tiercel.sim.cluster;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import java.util.Collections;
import java.util.List;

/** Clusters for tests, with round numbers: memory of 1,000 MB/s, SSDs of 200, HDDs of 100, links of 50 and uplinks of 40. */
public final class Specs {
    public static final long MB = 1_000_000;

    private Specs() {}

    /** A node with {@code memory} MB of memory, much SSD and much HDD. */
    public static NodeSpec tiered(int slots, long memory) {
        return new NodeSpec(
                slots,
                List.of(
                        new DeviceSpec(Tier.MEMORY, 1_000 * MB, memory * MB),
                        new DeviceSpec(Tier.SSD, 200 * MB, 100_000 * MB),
                        new DeviceSpec(Tier.HDD, 100 * MB, 1_000_000 * MB)),
                50 * MB);
    }

    /** Equal racks of tiered nodes. */
    public static ClusterSpec tiered(int racks, int nodes, int slots, long memory) {
        RackSpec rack = RackSpec.of(nodes, tiered(slots, memory), 40 * MB);
        return new ClusterSpec(Collections.nCopies(racks, rack));
    }

    /** One rack of nodes with one HDD each. */
    public static ClusterSpec plain(int nodes, int slots) {
        NodeSpec node = new NodeSpec(slots, List.of(new DeviceSpec(Tier.HDD, 100 * MB, 1_000_000 * MB)), 50 * MB);
        return new ClusterSpec(List.of(RackSpec.of(nodes, node, 40 * MB)));
    }
}

package io.tiercel.sim.cluster;

import java.util.Collections;
import java.util.List;

/**
 * A rack.
 *
 * @param uplinkBytesPerSecond bandwidth between it and the other racks, each way
 */
public record RackSpec(List<NodeSpec> nodes, double uplinkBytesPerSecond) {
    public RackSpec {
        nodes = List.copyOf(nodes);
    }

    /** A rack of {@code count} equal nodes. */
    public static RackSpec of(int count, NodeSpec node, double uplinkBytesPerSecond) {
        return new RackSpec(Collections.nCopies(count, node), uplinkBytesPerSecond);
    }
}

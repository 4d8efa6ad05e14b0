package io.tiercel.sim.cluster;

import io.tiercel.model.Tier;
import java.util.List;

/**
 * A cluster; its nodes are numbered rack by rack.
 *
 * @param racks at least one, with at least one node in all
 */
public record ClusterSpec(List<RackSpec> racks) {
    public ClusterSpec {
        racks = List.copyOf(racks);
        if (racks.stream().allMatch(rack -> rack.nodes().isEmpty())) {
            throw new IllegalArgumentException("cluster: expected at least one node, got none");
        }
    }

    public int nodes() {
        return racks.stream().mapToInt(rack -> rack.nodes().size()).sum();
    }

    public int slots() {
        return racks.stream()
                .flatMap(rack -> rack.nodes().stream())
                .mapToInt(NodeSpec::slots)
                .sum();
    }

    public boolean has(Tier tier) {
        return racks.stream()
                .flatMap(rack -> rack.nodes().stream())
                .flatMap(node -> node.devices().stream())
                .anyMatch(device -> device.tier() == tier);
    }
}

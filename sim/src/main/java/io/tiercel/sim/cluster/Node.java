package io.tiercel.sim.cluster;

import io.tiercel.model.Tier;
import io.tiercel.sim.engine.SharedResource;
import java.util.List;
import java.util.Optional;

/**
 * A node.
 *
 * @param index number in the cluster
 * @param rack number of its rack
 * @param in network link to the node
 * @param out network link from the node
 */
public record Node(
        int index,
        int rack,
        Slots slots,
        List<Device> devices,
        Presence presence,
        SharedResource in,
        SharedResource out) {
    public Node {
        devices = List.copyOf(devices);
    }

    /** The device of {@code tier} with most room, the first of equals; empty if the node has none of the tier. */
    public Optional<Device> roomiest(Tier tier) {
        Device best = null;
        for (Device device : devices) {
            if (device.tier() == tier && (best == null || device.free() > best.free())) {
                best = device;
            }
        }
        return Optional.ofNullable(best);
    }
}

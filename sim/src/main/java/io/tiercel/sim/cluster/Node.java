package io.tiercel.sim.cluster;

import io.tiercel.model.Tier;
import io.tiercel.sim.engine.SharedResource;
import java.util.List;
import java.util.Optional;

/**
 * A node as it is now.
 *
 * @param index its number in the cluster
 * @param rack the number of its rack
 * @param slots its slots
 * @param devices its devices
 * @param presence whether it is there
 * @param in what reaches it over the network
 * @param out what leaves it over the network
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

    /** Of the devices of {@code tier} that with most room, the first of several; empty if there is none of the tier. */
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

package io.tiercel.sim.cluster;

import io.tiercel.model.Preconditions;
import io.tiercel.model.Tier;
import java.util.List;

/**
 * A node.
 *
 * @param slots tasks at a time
 * @param devices at most one of them memory
 * @param linkBytesPerSecond bandwidth of its network link, each way
 */
public record NodeSpec(int slots, List<DeviceSpec> devices, double linkBytesPerSecond) {
    public NodeSpec {
        Preconditions.nonNegative("slots", slots);
        if (devices.stream().filter(device -> device.tier() == Tier.MEMORY).count() > 1) {
            throw new IllegalArgumentException("devices: expected at most one of tier MEMORY, got several");
        }
        devices = List.copyOf(devices);
    }
}

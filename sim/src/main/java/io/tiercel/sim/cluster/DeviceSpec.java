package io.tiercel.sim.cluster;

import io.tiercel.model.Tier;

/**
 * A device of a node.
 *
 * @param tier what kind it is; {@link Tier#REMOTE} is no device of a node
 * @param bytesPerSecond bandwidth, shared by all that read from it and write to it
 * @param bytes size
 */
public record DeviceSpec(Tier tier, double bytesPerSecond, long bytes) {
    public DeviceSpec {
        if (tier == Tier.REMOTE) {
            throw new IllegalArgumentException("tier: expected MEMORY, SSD or HDD, got REMOTE");
        }
        if (!(bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bytes per second: expected above 0, got " + bytesPerSecond);
        }
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes: expected at least 0, got " + bytes);
        }
    }
}

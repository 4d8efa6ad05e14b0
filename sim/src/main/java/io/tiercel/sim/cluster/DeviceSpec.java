package io.tiercel.sim.cluster;

import io.tiercel.model.Preconditions;
import io.tiercel.model.Tier;

/**
 * A device of a node.
 *
 * @param tier not {@link Tier#REMOTE}
 * @param bytesPerSecond bandwidth, shared by all reads and writes
 * @param bytes size
 * @param seekLoss how much longer many transfers at a time take than one after the other; 0 for no longer
 * @param ahead bytes that an idle device has read ahead for the next read
 */
public record DeviceSpec(Tier tier, double bytesPerSecond, long bytes, double seekLoss, long ahead) {
    public DeviceSpec {
        if (tier == Tier.REMOTE) {
            throw new IllegalArgumentException("tier: expected MEMORY, SSD or HDD, got REMOTE");
        }
        if (!(bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bytes per second: expected above 0, got " + bytesPerSecond);
        }
        Preconditions.nonNegative("bytes", bytes);
        if (ahead < 0) {
            throw new IllegalArgumentException("ahead: expected at least 0 bytes, got " + ahead);
        }
    }

    /** A device that does not seek. */
    public DeviceSpec(Tier tier, double bytesPerSecond, long bytes) {
        this(tier, bytesPerSecond, bytes, 0);
    }

    /** A device that reads nothing ahead. */
    public DeviceSpec(Tier tier, double bytesPerSecond, long bytes, double seekLoss) {
        this(tier, bytesPerSecond, bytes, seekLoss, 0);
    }
}

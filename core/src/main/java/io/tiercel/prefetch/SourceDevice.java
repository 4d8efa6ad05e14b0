package io.tiercel.prefetch;

import io.tiercel.model.Preconditions;
import io.tiercel.model.Tier;

/**
 * A device that blocks are read from.
 *
 * @param node index of the node that it belongs to
 * @param tier what it counts as
 * @param bytesPerSecond its bandwidth, above 0 and finite
 * @param busySeconds how long it will still be at work for migrations that others asked for, at least 0
 */
public record SourceDevice(int node, Tier tier, double bytesPerSecond, double busySeconds) {
    public SourceDevice {
        if (node < 0) {
            throw new IllegalArgumentException("node: expected an index of at least 0, got " + node);
        }
        Preconditions.positive("bytesPerSecond", bytesPerSecond);
        Preconditions.seconds("busySeconds", busySeconds);
    }
}

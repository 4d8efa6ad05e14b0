package io.tiercel.prefetch;

import io.tiercel.model.Preconditions;
import io.tiercel.model.Tier;

/**
 * A device that blocks are read from.
 *
 * @param node index of its node
 * @param tier of its blocks
 * @param bytesPerSecond its bandwidth, above 0 and finite
 * @param busySeconds that other jobs' migrations still take, at least 0
 */
public record SourceDevice(int node, Tier tier, double bytesPerSecond, double busySeconds) {
    public SourceDevice {
        Preconditions.index("node", node);
        Preconditions.positive("bytesPerSecond", bytesPerSecond);
        Preconditions.nonNegative("busySeconds", busySeconds);
    }
}

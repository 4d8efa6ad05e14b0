package io.tiercel.prefetch;

import io.tiercel.model.Preconditions;

/**
 * Read rates that belong to no device.
 *
 * @param memoryBytesPerSecond of memory
 * @param remoteBytesPerSecond of a block without a known replica
 */
public record ReadRates(double memoryBytesPerSecond, double remoteBytesPerSecond) {
    public ReadRates {
        Preconditions.positive("memoryBytesPerSecond", memoryBytesPerSecond);
        Preconditions.positive("remoteBytesPerSecond", remoteBytesPerSecond);
    }
}

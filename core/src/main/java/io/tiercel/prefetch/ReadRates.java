package io.tiercel.prefetch;

import io.tiercel.model.Preconditions;

/**
 * Speeds that belong to no device.
 *
 * @param memoryBytesPerSecond of reading from memory
 * @param remoteBytesPerSecond of reading a block of which no replica is known
 */
public record ReadRates(double memoryBytesPerSecond, double remoteBytesPerSecond) {
    public ReadRates {
        Preconditions.positive("memoryBytesPerSecond", memoryBytesPerSecond);
        Preconditions.positive("remoteBytesPerSecond", remoteBytesPerSecond);
    }
}

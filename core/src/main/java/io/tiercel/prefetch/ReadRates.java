package io.tiercel.prefetch;

/**
 * Speeds that belong to no device.
 *
 * @param memoryBytesPerSecond of reading from memory
 * @param remoteBytesPerSecond of reading a block of which no replica is known
 */
public record ReadRates(double memoryBytesPerSecond, double remoteBytesPerSecond) {
    public ReadRates {
        Checks.positive("memoryBytesPerSecond", memoryBytesPerSecond);
        Checks.positive("remoteBytesPerSecond", remoteBytesPerSecond);
    }
}

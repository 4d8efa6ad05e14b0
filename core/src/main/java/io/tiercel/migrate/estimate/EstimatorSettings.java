package io.tiercel.migrate.estimate;

import io.tiercel.model.Preconditions;

/**
 * How migration times are estimated (decision 0802).
 *
 * @param weight of the newest migration in the moving average, above 0 and at most 1
 * @param halfLife nanoseconds in which an idle device's estimate comes half the way back to its measured speed, at least 1; an idle
 *     device whose last migration took longer than this comes back no faster than that
 * @param leastBytes a smaller block is taken to last as long as one of this size, because the device has to seek; at least 1
 */
public record EstimatorSettings(double weight, long halfLife, long leastBytes) {
    /** The newest counts 0.4; half-life 10 s; blocks below 1 MiB are alike. */
    public static final EstimatorSettings DEFAULT = new EstimatorSettings(0.4, 10_000_000_000L, 1 << 20);

    public EstimatorSettings {
        if (!(weight > 0 && weight <= 1)) {
            throw new IllegalArgumentException("weight: expected above 0 and at most 1, got " + weight);
        }
        Preconditions.atLeast("halfLife", halfLife, 1);
        Preconditions.atLeast("leastBytes", leastBytes, 1);
    }

    /** The size that a block counts with: its own, and {@code leastBytes} at least. */
    public long charged(long bytes) {
        return Math.max(bytes, leastBytes);
    }
}

package io.tiercel.agent;

import java.util.OptionalDouble;

/**
 * What a device has delivered of late, in bytes/s: a moving average over migrations, weighted by their bytes, of what was not in
 * memory before they read it. Thread-safe.
 */
final class DeviceSpeed {
    /** What one read brings is too little to tell anything. */
    private static final long LEAST_BYTES = 64 << 10;

    private static final double WEIGHT = 0.25;

    private double bytes;
    private double seconds;

    /** A migration got so many bytes of the device in that time. */
    synchronized void delivered(long count, long nanos) {
        if (count < LEAST_BYTES || nanos <= 0) {
            return;
        }
        double weight = bytes == 0 ? 1 : WEIGHT;
        bytes += weight * (count - bytes);
        seconds += weight * (nanos / 1e9 - seconds);
    }

    /** Empty as long as nothing was measured. */
    synchronized OptionalDouble bytesPerSecond() {
        return bytes == 0 ? OptionalDouble.empty() : OptionalDouble.of(bytes / seconds);
    }

    /** Bytes of a typical migration, 0 as long as nothing was measured. */
    synchronized double typicalBytes() {
        return bytes;
    }
}

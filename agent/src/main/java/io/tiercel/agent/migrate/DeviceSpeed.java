package io.tiercel.agent.migrate;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Measures a device's bandwidth in bytes/s, over bytes that were not in memory before. It keeps a recent value, a moving
 * average weighted by bytes, and a full value, as if nobody else used the device. Thread-safe.
 *
 * <p>The full value is the second best of many samples: a single one may owe its speed to a cache that nobody could see.
 */
final class DeviceSpeed {
    /** Fewer bytes in one migration measure nothing. */
    private static final long LEAST_BYTES = 64 << 10;

    /** Bytes of a sample: more than a device's own cache or the burst of a rate-limited device delivers at once. */
    private static final long SAMPLE_BYTES = 1 << 20;

    /** Samples kept. A device that others have kept busy for longer counts as slow. */
    private static final int SAMPLES = 64;

    private static final double WEIGHT = 0.25;

    private final double[] samples = new double[SAMPLES];
    private int sampled;
    private long sampleBytes;
    private long sampleNanos;
    private double bytes;
    private double seconds;

    /** Adds the bytes that one migration got from the device, and the time that they took. */
    synchronized void add(long count, long nanos) {
        if (count < LEAST_BYTES || nanos <= 0) {
            return;
        }
        double weight = bytes == 0 ? 1 : WEIGHT;
        bytes += weight * (count - bytes);
        seconds += weight * (nanos / 1e9 - seconds);
        sampleBytes += count;
        sampleNanos += nanos;
        if (sampleBytes >= SAMPLE_BYTES) {
            samples[sampled++ % SAMPLES] = sampleBytes / (sampleNanos / 1e9);
            sampleBytes = 0;
            sampleNanos = 0;
        }
    }

    /** The recent value; empty before the first measurement. */
    synchronized OptionalDouble bytesPerSecond() {
        return bytes == 0 ? OptionalDouble.empty() : OptionalDouble.of(bytes / seconds);
    }

    /** The full value; empty before the first sample is complete. */
    synchronized OptionalDouble fullBytesPerSecond() {
        int known = Math.min(sampled, SAMPLES);
        if (known == 0) {
            return OptionalDouble.empty();
        }
        double[] sorted = Arrays.copyOf(samples, known);
        Arrays.sort(sorted);
        return OptionalDouble.of(sorted[known < 3 ? known - 1 : known - 2]);
    }

    /** Bytes of a typical migration; 0 before the first measurement. */
    synchronized double typicalBytes() {
        return bytes;
    }
}

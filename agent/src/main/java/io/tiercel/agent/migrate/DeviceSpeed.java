package io.tiercel.agent.migrate;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * What a device delivers, in bytes/s, of what was not in memory before it was read: of late, as a moving average over migrations
 * weighted by their bytes; and with nobody else on it, as the best of many migrations shows. Thread-safe.
 *
 * <p>The best but one counts, since a single one may owe its speed to a cache that nobody could see.
 */
public final class DeviceSpeed {
    /** What one read brings is too little to tell anything. */
    private static final long LEAST_BYTES = 64 << 10;

    /** A device's own cache, and the credit of one that is paid for by its rate, bring less than this at once. */
    private static final long SAMPLE_BYTES = 1 << 20;

    /** Samples that are remembered: a device that others have kept busy for longer is as slow as that. */
    private static final int SAMPLES = 64;

    private static final double WEIGHT = 0.25;

    private final double[] samples = new double[SAMPLES];
    private int sampled;
    private long sampleBytes;
    private long sampleNanos;
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
        sampleBytes += count;
        sampleNanos += nanos;
        if (sampleBytes >= SAMPLE_BYTES) {
            samples[sampled++ % SAMPLES] = sampleBytes / (sampleNanos / 1e9);
            sampleBytes = 0;
            sampleNanos = 0;
        }
    }

    /** Of late; empty as long as nothing was measured. */
    synchronized OptionalDouble bytesPerSecond() {
        return bytes == 0 ? OptionalDouble.empty() : OptionalDouble.of(bytes / seconds);
    }

    /** With nobody else on the device, as far as that was ever seen; empty as long as too little was measured. */
    synchronized OptionalDouble fullBytesPerSecond() {
        int known = Math.min(sampled, SAMPLES);
        if (known == 0) {
            return OptionalDouble.empty();
        }
        double[] sorted = Arrays.copyOf(samples, known);
        Arrays.sort(sorted);
        return OptionalDouble.of(sorted[known < 3 ? known - 1 : known - 2]);
    }

    /** Bytes of a typical migration, 0 as long as nothing was measured. */
    synchronized double typicalBytes() {
        return bytes;
    }
}

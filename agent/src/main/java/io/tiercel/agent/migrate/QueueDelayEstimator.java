package io.tiercel.agent.migrate;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Estimates how long one migration waited while the device served others (decision 0806). Its reads have the idle class: a busy
 * device does not slow all of them down, it keeps some of them waiting. So a read should take as long as the quicker ones do,
 * and time beyond a multiple of that is waiting. A device that has become slow is slow in all reads, which hardly counts.
 *
 * <p>For one thread. Nanoseconds.
 */
final class QueueDelayEstimator {
    /** Bytes timed together: above the kernel's readahead, so that no part is quick because another was slow. */
    private static final int MOST_BYTES = 4 << 20;

    private static final int LEAST_BYTES = 256 << 10;
    private static final int PARTS = 16;

    /** Multiple of the quicker parts' time that a part may take without having waited: there are seeks. */
    private static final double TOLERANCE = 3;

    private final long part;
    private double[] nanosPerByte = new double[PARTS];
    private long[] bytes = new long[PARTS];
    private int parts;
    private long partBytes;
    private long partNanos;

    /** @param length bytes of the block */
    QueueDelayEstimator(long length) {
        part = Math.max(LEAST_BYTES, Math.min(MOST_BYTES, length / PARTS));
    }

    void add(long count, long nanos) {
        partBytes += count;
        partNanos += nanos;
        if (partBytes >= part) {
            endPart();
        }
    }

    private void endPart() {
        if (parts == bytes.length) {
            nanosPerByte = Arrays.copyOf(nanosPerByte, 2 * parts);
            bytes = Arrays.copyOf(bytes, 2 * parts);
        }
        nanosPerByte[parts] = (double) partNanos / partBytes;
        bytes[parts++] = partBytes;
        partBytes = 0;
        partNanos = 0;
    }

    /** The time waited; 0 while the full speed of the device, in bytes/s with nobody else on it, is not known. */
    long waitedNanos(OptionalDouble full) {
        if (full.isEmpty()) {
            return 0;
        }
        double alone = 1e9 / full.getAsDouble();
        double usual = TOLERANCE * Math.max(alone, quick());
        double waited = 0;
        for (int i = 0; i < parts; i++) {
            waited += bytes[i] * Math.max(0, nanosPerByte[i] - usual);
        }
        // The part that has begun is charged as if it were complete.
        waited += Math.max(0, partNanos - part * usual);
        return Math.round(waited);
    }

    /** Time per byte of the slowest part in the quickest quarter; 0 for fewer than 4 parts. */
    private double quick() {
        if (parts < 4) {
            return 0;
        }
        double[] sorted = Arrays.copyOf(nanosPerByte, parts);
        Arrays.sort(sorted);
        return sorted[(parts - 1) / 4];
    }
}

package io.tiercel.agent.migrate;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Tells apart, within one migration, the time in which the device worked for it and that in which it served others and the migration
 * had to wait (decision 0806). A migration's reads have the idle class: a device that is busy does not slow all of them down, it keeps some of
 * them waiting. So a read takes as long as the quicker ones do, and what it takes beyond a multiple of that is waiting. A device that
 * has become slow is slow in all reads, and hardly anything of that is taken for waiting.
 *
 * <p>For one thread. Nanoseconds.
 */
final class QueueDelayEstimator {
    /** What is timed at once: above what the kernel reads ahead, so that no read is quick because another was slow; small blocks, in parts. */
    private static final int MOST_BYTES = 4 << 20;

    private static final int LEAST_BYTES = 256 << 10;
    private static final int PARTS = 16;

    /** How much longer than the quicker ones a read may take without having waited: there are seeks. */
    private static final double PATIENCE = 3;

    private final long part;
    private double[] nanosPerByte = new double[PARTS];
    private long[] bytes = new long[PARTS];
    private int parts;
    private long partBytes;
    private long partNanos;

    /** @param length of the block */
    QueueDelayEstimator(long length) {
        part = Math.max(LEAST_BYTES, Math.min(MOST_BYTES, length / PARTS));
    }

    /** So many bytes came in that time. */
    void read(long count, long nanos) {
        partBytes += count;
        partNanos += nanos;
        if (partBytes >= part) {
            add();
        }
    }

    private void add() {
        if (parts == bytes.length) {
            nanosPerByte = Arrays.copyOf(nanosPerByte, 2 * parts);
            bytes = Arrays.copyOf(bytes, 2 * parts);
        }
        nanosPerByte[parts] = (double) partNanos / partBytes;
        bytes[parts++] = partBytes;
        partBytes = 0;
        partNanos = 0;
    }

    /**
     * For how long the migration has waited.
     *
     * @param full bytes/s of the device with nobody else on it; as long as that is not known, nothing counts as waiting
     */
    long nanos(OptionalDouble full) {
        if (full.isEmpty()) {
            return 0;
        }
        double alone = 1e9 / full.getAsDouble();
        double usual = PATIENCE * Math.max(alone, quick());
        double waited = 0;
        for (int i = 0; i < parts; i++) {
            waited += bytes[i] * Math.max(0, nanosPerByte[i] - usual);
        }
        // Of a part that has begun: it is charged with all of its bytes.
        waited += Math.max(0, partNanos - part * usual);
        return Math.round(waited);
    }

    /** Of the quickest quarter the slowest; 0 as long as there is none, and the device is taken to be as quick as ever. */
    private double quick() {
        if (parts < 4) {
            return 0;
        }
        double[] sorted = Arrays.copyOf(nanosPerByte, parts);
        Arrays.sort(sorted);
        return sorted[(parts - 1) / 4];
    }
}

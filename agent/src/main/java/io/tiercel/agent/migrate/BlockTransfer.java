package io.tiercel.agent.migrate;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;

/**
 * Reads a replica through its daemon, piece by piece, and locks each piece once it is there: the daemon's readers and this one
 * share the device by the daemon's rules, and a piece is short enough that a migration called off ends at once
 * (decision 1001).
 */
final class BlockTransfer {
    /** What is locked at once: a multiple of every page size. */
    static final int PIECE = 4 << 20;

    private static final int BUFFER = 256 << 10;

    /** A file that is coming in. */
    interface Target {
        long length();

        long residentBytes(long offset, long count) throws IOException;

        void lock(long offset, long count) throws IOException;
    }

    /**
     * What a transfer learned.
     *
     * @param foundBytes in memory before
     * @param deviceBytes of the pieces that came mostly from the device, what was not in memory before
     * @param deviceNanos reading of those pieces
     */
    record Measured(long foundBytes, long deviceBytes, long deviceNanos) {}

    private final LongSupplier nanos;
    private final byte[] buffer = new byte[BUFFER];
    private QueueDelayEstimator waits = new QueueDelayEstimator(0);

    BlockTransfer(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** @throws CancellationException if the migration is called off meanwhile */
    Measured run(InputStream in, Target target, Migration migration) throws IOException {
        waits = new QueueDelayEstimator(target.length());
        long[] found = found(target);
        long foundBytes = 0;
        long deviceBytes = 0;
        long deviceNanos = 0;
        long started = nanos.getAsLong();
        for (int i = 0; i < found.length; i++) {
            long offset = (long) i * PIECE;
            int count = (int) Math.min(PIECE, target.length() - offset);
            long began = nanos.getAsLong();
            read(in, offset, count, target.length(), started, migration);
            long took = nanos.getAsLong() - began;
            target.lock(offset, count);
            foundBytes += found[i];
            if (found[i] < count / 2) {
                deviceBytes += count - found[i];
                deviceNanos += took;
            }
        }
        return new Measured(foundBytes, deviceBytes, deviceNanos);
    }

    /** Another migration begins, which may end before it reads anything. */
    void clear() {
        waits = new QueueDelayEstimator(0);
    }

    /**
     * For how long the last transfer, whether it came to its end or not, waited for the device to have served others.
     *
     * @param full bytes/s of the device with nobody else on it, as far as that is known
     */
    long waitedNanos(OptionalDouble full) {
        return waits.nanos(full);
    }

    /** All asked beforehand, because the kernel reads ahead of the reader. */
    private static long[] found(Target target) throws IOException {
        long[] found = new long[(int) ((target.length() + PIECE - 1) / PIECE)];
        for (int i = 0; i < found.length; i++) {
            long offset = (long) i * PIECE;
            found[i] = target.residentBytes(offset, Math.min(PIECE, target.length() - offset));
        }
        return found;
    }

    private void read(InputStream in, long offset, int count, long all, long started, Migration migration)
            throws IOException {
        for (int left = count; left > 0; ) {
            if (!migration.wanted()) {
                throw new CancellationException();
            }
            long since = nanos.getAsLong();
            int got = in.read(buffer, 0, Math.min(left, BUFFER));
            if (got < 0) {
                throw new EOFException("the replica ended " + left + " bytes early");
            }
            waits.read(got, nanos.getAsLong() - since);
            left -= got;
            migration.progressed(offset + count - left, all, nanos.getAsLong() - started);
        }
    }
}

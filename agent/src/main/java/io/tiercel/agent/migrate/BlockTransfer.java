package io.tiercel.agent.migrate;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;

/**
 * Reads a replica through its daemon, piece by piece, and locks each piece once it is in memory (decision 1001). So the daemon's
 * rules share the device between its readers and this one, and a migration that is called off ends after a short piece.
 */
final class BlockTransfer {
    /** Bytes locked at once: a multiple of every page size. */
    static final int PIECE = 4 << 20;

    private static final int BUFFER = 256 << 10;

    interface Target {
        long length();

        long residentBytes(long offset, long count) throws IOException;

        void lock(long offset, long count) throws IOException;
    }

    /**
     * @param foundBytes in memory before
     * @param deviceBytes read from the device, in pieces that came mostly from there
     * @param deviceNanos time that these pieces took
     */
    record Measured(long foundBytes, long deviceBytes, long deviceNanos) {}

    private final LongSupplier nanos;
    private final byte[] buffer = new byte[BUFFER];
    private QueueDelayEstimator delay = new QueueDelayEstimator(0);

    BlockTransfer(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** @throws CancellationException if the migration is called off meanwhile */
    Measured run(InputStream in, Target target, Migration migration) throws IOException {
        delay = new QueueDelayEstimator(target.length());
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

    /** Forgets the last transfer. Call it before a migration, which may end before it reads anything. */
    void clear() {
        delay = new QueueDelayEstimator(0);
    }

    /** @see QueueDelayEstimator#waitedNanos */
    long waitedNanos(OptionalDouble full) {
        return delay.waitedNanos(full);
    }

    /** Bytes of each piece in memory. It asks for all of them first, because the kernel reads ahead of the reader. */
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
            if (!migration.isWanted()) {
                throw new CancellationException();
            }
            long since = nanos.getAsLong();
            int got = in.read(buffer, 0, Math.min(left, BUFFER));
            if (got < 0) {
                throw new EOFException("the replica ended " + left + " bytes early");
            }
            delay.add(got, nanos.getAsLong() - since);
            left -= got;
            migration.progressed(offset + count - left, all, nanos.getAsLong() - started);
        }
    }
}

package io.tiercel.agent.curve;

import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures how fast several readers read together, and says when they have read enough. The first reads do not count: a device may
 * have saved up a burst, or has to seek first. Once a reader has nothing left to read, nothing counts any more. Thread-safe.
 */
final class ReadMeter {
    /** Most bytes for each reader. */
    static final long MOST_BYTES = 16 << 20;

    static final long USUAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The same for a device so slow that the usual time does not suffice. */
    static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The first reads do not count until so much time has passed, or so many bytes of each reader have come. */
    private static final long SKIPPED_NANOS = TimeUnit.MILLISECONDS.toNanos(60);

    private static final long SKIPPED_BYTES = MOST_BYTES / 4;

    /** Bytes that should count; half of them have to. */
    private static final long ENOUGH_BYTES = 1 << 20;

    private final int readers;
    private final LongSupplier nanos;
    private final long began;
    private boolean counts;
    private boolean isOver;
    private long allBytes;
    private long countedFrom;
    private long countedUntil;
    private long countedBytes;

    ReadMeter(int readers, LongSupplier nanos) {
        this.readers = readers;
        this.nanos = nanos;
        this.began = nanos.getAsLong();
    }

    /** A reader has read so many bytes. @return whether it shall read on */
    synchronized boolean add(long bytes) {
        long now = nanos.getAsLong();
        allBytes += bytes;
        if (isOver) {
            return false;
        }
        if (counts) {
            countedBytes += bytes;
            countedUntil = now;
        } else if (now - began >= SKIPPED_NANOS || allBytes >= readers * SKIPPED_BYTES) {
            counts = true;
            countedFrom = now;
            countedUntil = now;
        }
        long enough = countedBytes >= ENOUGH_BYTES ? USUAL_NANOS : MOST_NANOS;
        isOver = now - began >= enough || allBytes >= readers * MOST_BYTES;
        return !isOver;
    }

    /** A reader ends. */
    synchronized void stop() {
        isOver = true;
    }

    /** Bytes per second of all readers together; empty if too few have counted. */
    synchronized OptionalDouble bytesPerSecond() {
        long time = countedUntil - countedFrom;
        return countedBytes < ENOUGH_BYTES / 2 || time <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(countedBytes / (time / 1e9));
    }
}

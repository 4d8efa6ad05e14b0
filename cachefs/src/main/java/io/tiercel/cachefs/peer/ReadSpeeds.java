package io.tiercel.cachefs.peer;

import java.util.concurrent.TimeUnit;

/**
 * How fast pages come from the source and from neighbours, for one reader each: moving averages over past reads, by their bytes. Times are
 * nanoseconds of a clock that nobody sets. Thread-safe.
 */
final class ReadSpeeds {
    /** The slower way is tried again after this time. An estimate of this age is replaced by the next read. */
    static final long PROBE = TimeUnit.SECONDS.toNanos(60);

    /** A source that was never measured is tried when neighbours have given so much. Bytes. */
    static final long FIRST_PROBE = 8 << 20;

    /** A trial of the source: its first page alone shows how long a request takes, not how fast a stream is. Bytes. */
    static final long SAMPLE = 4 << 20;

    /** Only a way that is so much faster is changed to: each change costs a request. */
    private static final double MARGIN = 1.25;

    private static final double KEPT = 0.9;
    private static final long LEAST_PATIENCE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long BLIND_PATIENCE = TimeUnit.SECONDS.toNanos(1);
    private static final double BLIND_BYTES_PER_SECOND = 10 << 20;

    private static final class Estimate {
        private double bytes;
        private double nanos;
        private long measuredAt;

        void add(long moreBytes, long moreNanos, long now) {
            double kept = isOld(now) ? 0 : KEPT;
            bytes = kept * bytes + moreBytes;
            nanos = kept * nanos + Math.max(1, moreNanos);
            measuredAt = now;
        }

        boolean isOld(long now) {
            return !isKnown() || now - measuredAt > PROBE;
        }

        boolean isKnown() {
            return bytes > 0;
        }

        double nanosPerByte() {
            return nanos / bytes;
        }
    }

    private final Estimate source = new Estimate();
    private final Estimate neighbours = new Estimate();
    private boolean hasProbed;
    private long probedAt;
    private long given;
    private long sampleLeft;
    private boolean isSlower;

    /** Where to read a page that a neighbour has. */
    enum Choice {
        SOURCE,
        NEIGHBOUR,

        /** Only one page: it shows whether neighbours are still slower. */
        ONE_FROM_NEIGHBOUR
    }

    synchronized Choice choose(long now) {
        if (!neighbours.isKnown()) {
            return Choice.NEIGHBOUR;
        }
        if (sampleLeft > 0) {
            return Choice.SOURCE;
        }
        if (source.isKnown()) {
            double margin = isSlower ? 1 / MARGIN : MARGIN;
            isSlower = neighbours.nanosPerByte() > margin * source.nanosPerByte();
        }
        Estimate other = isSlower ? neighbours : source;
        boolean isDue =
                source.isKnown() ? other.isOld(now) && (!hasProbed || now - probedAt > PROBE) : given >= FIRST_PROBE;
        if (!isDue) {
            return isSlower ? Choice.SOURCE : Choice.NEIGHBOUR;
        }
        hasProbed = true;
        probedAt = now;
        if (isSlower) {
            return Choice.ONE_FROM_NEIGHBOUR;
        }
        sampleLeft = SAMPLE;
        return Choice.SOURCE;
    }

    synchronized void sourceGave(long bytes, long nanos, long now) {
        if (bytes > 0) {
            source.add(bytes, nanos, now);
            sampleLeft -= Math.min(bytes, sampleLeft);
        }
    }

    synchronized void neighbourGave(long bytes, long nanos, long now) {
        if (bytes <= 0) {
            return;
        }
        given += bytes;
        neighbours.add(bytes, nanos, now);
    }

    /** How long a neighbour may take for a page: twice as long as the source would, within bounds. Nanoseconds. */
    synchronized long patience(long bytes) {
        long most = BLIND_PATIENCE + (long) (bytes / BLIND_BYTES_PER_SECOND * 1e9);
        return source.isKnown()
                ? Math.min(most, Math.max(LEAST_PATIENCE, (long) (2 * bytes * source.nanosPerByte())))
                : most;
    }
}

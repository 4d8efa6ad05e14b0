package io.tiercel.testkit.device;

/**
 * A token bucket: what one device can deliver, shared by all who read from it, first come first served. Asks no clock;
 * the caller says what time it is.
 */
public final class TokenBucket {
    /** An idle device may run ahead by this much. */
    static final long BURST_NANOS = 20_000_000;

    /**
     * After a read the device waits so long for the same reader's next one before it turns to those of the idle class, as Linux' BFQ
     * does (its {@code slice_idle}).
     */
    static final long ANTICIPATION_NANOS = 8_000_000;

    private static final double NANOS_PER_SECOND = 1e9;

    private final double nanosPerByte;
    private boolean used;
    private double freeAt;
    private double wantedUntil = Double.NEGATIVE_INFINITY;

    /** @param bytesPerSecond bandwidth in bytes/s; 0 for a device without limit */
    public TokenBucket(long bytesPerSecond) {
        if (bytesPerSecond < 0) {
            throw new IllegalArgumentException("bandwidth must be >= 0 bytes/s, not " + bytesPerSecond);
        }
        this.nanosPerByte = bytesPerSecond == 0 ? 0 : NANOS_PER_SECOND / bytesPerSecond;
    }

    /**
     * Takes the device for that many bytes.
     *
     * @param nowNanos the time on any one monotonic clock, in nanoseconds
     * @return nanoseconds from {@code nowNanos} until the device has delivered them; 0 if they came within the burst
     */
    public synchronized long reserve(long bytes, long nowNanos) {
        long wait = take(bytes, nowNanos);
        wantedUntil = Math.max(freeAt, nowNanos) + ANTICIPATION_NANOS;
        return wait;
    }

    /**
     * Takes the device for a reader of the idle class: the same, but nobody has to stand back for it. It asks {@link #wanted} before.
     */
    synchronized long reserveIdle(long bytes, long nowNanos) {
        return take(bytes, nowNanos);
    }

    /** Nanoseconds for which readers of the idle class have to wait before they ask again; 0 if nobody else wants the device. */
    synchronized long wanted(long nowNanos) {
        return Math.max(0, (long) Math.ceil(wantedUntil - nowNanos));
    }

    private long take(long bytes, long nowNanos) {
        double earliest = nowNanos - (double) BURST_NANOS;
        freeAt = (used ? Math.max(freeAt, earliest) : earliest) + bytes * nanosPerByte;
        used = true;
        return Math.max(0, Math.round(freeAt - nowNanos));
    }
}

package io.tiercel.testkit.device;

/**
 * A token bucket: what one device can deliver, shared by all who read from it, first come first served. Asks no clock;
 * the caller says what time it is.
 */
public final class Bandwidth {
    /** An idle device may run ahead by this much. */
    static final long BURST_NANOS = 20_000_000;

    private static final double NANOS_PER_SECOND = 1e9;

    private final double nanosPerByte;
    private boolean used;
    private double freeAt;

    /** @param bytesPerSecond bandwidth in bytes/s; 0 for a device without limit */
    public Bandwidth(long bytesPerSecond) {
        if (bytesPerSecond < 0) {
            throw new IllegalArgumentException("bandwidth must be >= 0 bytes/s, not " + bytesPerSecond);
        }
        this.nanosPerByte = bytesPerSecond == 0 ? 0 : NANOS_PER_SECOND / bytesPerSecond;
    }

    /**
     * Takes the device for that many bytes.
     *
     * @param bytes how much is read
     * @param nowNanos the time on any one monotonic clock, in nanoseconds
     * @return nanoseconds from {@code nowNanos} until the device has delivered them; 0 if they came within the burst
     */
    public synchronized long reserve(long bytes, long nowNanos) {
        double earliest = nowNanos - (double) BURST_NANOS;
        freeAt = (used ? Math.max(freeAt, earliest) : earliest) + bytes * nanosPerByte;
        used = true;
        return Math.max(0, Math.round(freeAt - nowNanos));
    }
}

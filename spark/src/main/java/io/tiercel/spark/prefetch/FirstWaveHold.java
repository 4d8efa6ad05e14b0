package io.tiercel.spark.prefetch;

/**
 * Holds back the first tasks of a stage while their input comes into memory: for a moment until there is a plan, then as long as the
 * plan says, and never longer than a bound. Their slots stay free meanwhile. Goes by a monotonic clock, so that setting the wall clock
 * moves nothing. Thread-safe.
 */
public final class FirstWaveHold {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** How long the first tasks wait for a plan. */
    private static final long PLANNING_MILLIS = 500;

    private final long submittedNanos;
    private final long mostMillis;
    private volatile long heldMillis;

    /** @param mostMillis how long it may last at most; 0 for not at all */
    FirstWaveHold(long submittedNanos, long mostMillis) {
        this.submittedNanos = submittedNanos;
        this.mostMillis = mostMillis;
        this.heldMillis = Math.min(mostMillis, PLANNING_MILLIS);
    }

    static FirstWaveHold none() {
        return new FirstWaveHold(0, 0);
    }

    /** How long it may last at most, from the submission; 0 once it has ended. */
    long mostMillis() {
        return heldMillis > 0 ? mostMillis : 0;
    }

    public boolean isHeld(long nowNanos) {
        long held = heldMillis * NANOS_PER_MILLI;
        return held > 0 && nowNanos - submittedNanos < held;
    }

    /** Milliseconds until it ends, rounded up, by the current plan; 0 if it has ended. */
    public long leftMillis(long nowNanos) {
        long left = heldMillis * NANOS_PER_MILLI - (nowNanos - submittedNanos);
        return Math.max(0, (left + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    }

    /**
     * Sets how long it lasts from the submission, unless it has been released.
     *
     * @param millis 0 to end it now
     */
    public synchronized void planned(long millis) {
        if (heldMillis > 0) {
            heldMillis = Math.max(0, Math.min(mostMillis, millis));
        }
    }

    synchronized void release() {
        heldMillis = 0;
    }
}

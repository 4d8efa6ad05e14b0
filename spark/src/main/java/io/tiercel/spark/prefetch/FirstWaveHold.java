package io.tiercel.spark.prefetch;

/**
 * The first tasks of a stage, which may be held back while their input comes into memory: until there is a plan, for a moment, then for
 * as long as the plan says, and never longer than the bound, counted from the submission. Their slots are not used by the stage
 * meanwhile; nothing waits in here. Times in milliseconds, by the scheduler's clock. Thread-safe.
 */
public final class FirstWaveHold {
    /** So long a plan is waited for that may say how long to wait. */
    private static final long PLANNING_MILLIS = 500;

    private final long submitted;
    private final long most;
    private volatile long until;

    /** @param most how long it may be held back at most; 0 for not at all */
    FirstWaveHold(long submitted, long most) {
        this.submitted = submitted;
        this.most = most;
        this.until = submitted + Math.min(most, PLANNING_MILLIS);
    }

    /** One that begins as soon as there are slots. */
    static FirstWaveHold free() {
        return new FirstWaveHold(0, 0);
    }

    /** How long it may be held back at most; 0 once it may not any more. */
    long mostMillis() {
        return until > submitted ? most : 0;
    }

    public boolean isHeld(long now) {
        return now < until;
    }

    /** When it begins, as far as is known. */
    public long until() {
        return until;
    }

    /**
     * It is to begin so long after its submission, unless it was let go meanwhile.
     *
     * @param delay 0 for now
     */
    public synchronized void planned(long delay) {
        if (until > submitted) {
            until = submitted + Math.max(0, Math.min(most, delay));
        }
    }

    /** It begins now. */
    synchronized void release() {
        until = submitted;
    }
}

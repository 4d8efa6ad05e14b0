package io.tiercel.client;

import java.time.Duration;

/** Waits between attempts. Each is twice as long as the one before, up to a maximum. After a success they begin anew. */
public final class RetryBackoff {
    private static final int FIRST_PART = 16;

    private final long mostMillis;
    private long nextMillis;

    /** @param most the longest wait; the first is a sixteenth of it */
    public RetryBackoff(Duration most) {
        mostMillis = Math.max(1, most.toMillis());
        succeeded();
    }

    long mostMillis() {
        return mostMillis;
    }

    /** Milliseconds to wait before the next attempt. */
    public synchronized long next() {
        long wait = nextMillis;
        nextMillis = Math.min(mostMillis, 2 * nextMillis);
        return wait;
    }

    /** The next wait is the first again. */
    public synchronized void succeeded() {
        nextMillis = Math.max(1, mostMillis / FIRST_PART);
    }
}

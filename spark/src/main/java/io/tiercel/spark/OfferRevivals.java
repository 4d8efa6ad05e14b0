package io.tiercel.spark;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Asks Spark for offers, at most {@value #MOST_PER_SECOND} times a second for all stages of an application: each time Spark looks at
 * all executors and all waiting stages, under a lock. Thread-safe.
 */
public final class OfferRevivals {
    static final int MOST_PER_SECOND = 20;
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1) / MOST_PER_SECOND;

    /** Runs a task after so many milliseconds, on any thread. */
    @FunctionalInterface
    public interface Timer {
        void after(long millis, Runnable task);
    }

    private final LongSupplier nanos;
    private final Timer timer;
    private final Runnable revive;
    private long last;

    /** The earliest time for which the timer runs. */
    private long due;

    private boolean isDue;

    /** @param revive asks for offers; it is called under no lock */
    public OfferRevivals(LongSupplier nanos, Timer timer, Runnable revive) {
        this.nanos = nanos;
        this.timer = timer;
        this.revive = revive;
        this.last = nanos.getAsLong() - PAUSE;
    }

    /** Asks in so many milliseconds, or a little later. A request that is to be made before serves as well: a round knows what comes next. */
    public void in(long millis) {
        long wait;
        synchronized (this) {
            long now = nanos.getAsLong();
            long at = latest(now + TimeUnit.MILLISECONDS.toNanos(Math.max(0, millis)), last + PAUSE);
            if (isDue && due - at <= 0) {
                return;
            }
            due = at;
            isDue = true;
            wait = at - now;
        }
        // Rounded up: a timer that is early would have to be set again.
        timer.after((wait + 999_999) / 1_000_000, this::ring);
    }

    private static long latest(long one, long other) {
        return one - other > 0 ? one : other;
    }

    private void ring() {
        long left;
        synchronized (this) {
            long now = nanos.getAsLong();
            left = last + PAUSE - now;
            if (left <= 0) {
                last = now;
                isDue = false;
            }
        }
        if (left <= 0) {
            revive.run();
        } else {
            // Another one came between. Whoever set this timer may wait for something that is later than that.
            in(0);
        }
    }
}

package io.tiercel.spark;

import java.util.TreeSet;
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

    /** Times for which timers run, each earlier than those that were asked for before it. */
    private final TreeSet<Long> due = new TreeSet<>();

    /**
     * @param nanos a clock that never goes back
     * @param revive asks for offers; it is called under no lock
     */
    public OfferRevivals(LongSupplier nanos, Timer timer, Runnable revive) {
        this.nanos = nanos;
        this.timer = timer;
        this.revive = revive;
        this.last = nanos.getAsLong() - PAUSE;
    }

    /**
     * Asks in so many milliseconds, or a little later. If a request is pending that is not later, nothing is to be done: after its round
     * every stage asks again for what it waits for.
     */
    public void in(long millis) {
        long now = nanos.getAsLong();
        long at;
        synchronized (this) {
            at = Math.max(now + TimeUnit.MILLISECONDS.toNanos(Math.max(0, millis)), last + PAUSE);
            if (!due.isEmpty() && due.first() <= at) {
                return;
            }
            due.add(at);
        }
        // Rounded up: a timer that is early would have to be set again.
        timer.after((at - now + 999_999) / 1_000_000, () -> ring(at));
    }

    private void ring(long at) {
        boolean isTooSoon;
        synchronized (this) {
            due.remove(at);
            long now = nanos.getAsLong();
            isTooSoon = now < last + PAUSE;
            last = isTooSoon ? last : now;
        }
        if (isTooSoon) {
            // Offers were asked for less than a pause ago. Again when the pause is over.
            in(0);
        } else {
            revive.run();
        }
    }
}

package io.tiercel.hdfs.resolve;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Spreads calls of all walks over time, so that others find the NameNode free. After a pause the calls of a quarter of a second may come
 * at once, for small hints. A NameNode that takes long to answer is asked less often, down to a quarter of the rate: walks shall not be felt in
 * the 99th percentile of others' calls. Thread-safe.
 */
final class CallPace {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private static final long BURST = SECOND / 4;

    /** Calls are under way for at most a twentieth of the time, counted one after another. */
    private static final int TIMES_AS_LONG = 20;

    /** The longest time from one call to the next, in intervals of the rate. */
    private static final int MOST_INTERVALS = 4;

    private final long interval;
    private final LongSupplier ticker;

    /** When the next call is due. */
    private long next;

    /** @param ticker nanoseconds */
    CallPace(int perSecond, LongSupplier ticker) {
        this.interval = SECOND / perSecond;
        this.ticker = ticker;
        this.next = ticker.getAsLong() - BURST;
    }

    /** Reserves a call, and says after how many nanoseconds it may be made. */
    synchronized long reserve() {
        long now = ticker.getAsLong();
        next = Math.max(next, now - BURST) + interval;
        return Math.max(0, next - now);
    }

    /** A call has been answered after so many nanoseconds. */
    synchronized void answered(long nanos) {
        next += Math.max(0, Math.min(MOST_INTERVALS * interval, TIMES_AS_LONG * nanos) - interval);
    }
}

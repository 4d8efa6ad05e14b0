package io.tiercel.hdfs.resolve;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Spreads calls of all walks over time, so that others find the NameNode free. After a pause the calls of a quarter of a second may come
 * at once, for small hints: few enough that the 99th percentile of others' calls does not feel them. Thread-safe.
 */
final class CallPace {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private static final long BURST = SECOND / 4;

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
}

package io.tiercel.agent.session;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Decides how long the agent waits between calls and for answers. The coordinator's wishes are kept within bounds, so that a
 * nonsensical one neither makes the agent spin nor fall asleep. Nanoseconds; for one thread.
 */
public final class RetryPolicy {
    /** Least pause between two calls, however much there is to report. */
    static final long LEAST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long FIRST_RETRY = TimeUnit.SECONDS.toNanos(1);
    private static final long LEAST_DEADLINE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LEAST_INTERVAL_MILLIS = 50;
    private static final long MOST_INTERVAL_MILLIS = 60_000;
    private static final long MOST_LEASE_MILLIS = 3_600_000;

    private final long deadline;
    private final long retryMax;
    private final double spread;
    private long interval = FIRST_RETRY;
    private long lease = FIRST_RETRY;

    /** @param node spreads the retries of many agents, so that a coordinator that is back does not get them all at once */
    public RetryPolicy(Duration deadline, Duration retryMax, String node) {
        this.deadline = deadline.toNanos();
        this.retryMax = retryMax.toNanos();
        this.spread = 0.75 + Math.floorMod(node.hashCode(), 1_000) / 2_000.0;
    }

    void accept(long intervalMillis, long leaseMillis) {
        long millis = Math.max(LEAST_INTERVAL_MILLIS, Math.min(MOST_INTERVAL_MILLIS, intervalMillis));
        interval = TimeUnit.MILLISECONDS.toNanos(millis);
        lease = TimeUnit.MILLISECONDS.toNanos(Math.max(2 * millis, Math.min(MOST_LEASE_MILLIS, leaseMillis)));
    }

    long interval() {
        return interval;
    }

    long leaseLeft(long now, long answeredAt) {
        return answeredAt + lease - now;
    }

    /** Time that a call made now may take. If the agent holds anything, the call ends with the lease. */
    long deadline(long now, long answeredAt, boolean holds) {
        return holds ? Math.min(deadline, Math.max(LEAST_DEADLINE, leaseLeft(now, answeredAt))) : deadline;
    }

    long afterFailures(int failures) {
        double doubled = Math.min(interval, FIRST_RETRY) * Math.pow(2, Math.min(failures - 1, 30));
        return (long) (Math.min(doubled, retryMax) * spread);
    }
}

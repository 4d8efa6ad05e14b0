package io.tiercel.spark;

import java.time.Duration;

/** Decides whether to wait for a service's answers: not after too many late ones in a row, until one comes in time again. Thread-safe. */
public final class WaitPolicy {
    private final int mostLate;
    private volatile int late;

    /** @param mostLate late answers in a row after which nobody waits, at least 1 */
    public WaitPolicy(int mostLate) {
        this.mostLate = mostLate;
    }

    public boolean isWorthWaiting() {
        return late < mostLate;
    }

    /** An answer was waited for in vain. */
    public synchronized void missed() {
        late = Math.min(mostLate, late + 1);
    }

    /** An answer took {@code nanos}; one within {@code budget} makes up for all late ones, whether or not anybody waited for it. */
    public synchronized void answered(long nanos, Duration budget) {
        if (nanos <= budget.toNanos()) {
            late = 0;
        }
    }

    /** The service has come back, or has gone: the answers of the past count no more. */
    public synchronized void reset(boolean isThere) {
        late = isThere ? 0 : mostLate;
    }
}

package io.tiercel.agent;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what the agent's threads have caught and survived, {@link Error}s included, and logs the first, second, fourth, eighth …
 * of them. A thread that ended with one would take its task with it for the life of the daemon. Thread-safe.
 */
public final class ErrorLog {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorLog.class);

    private final AtomicLong count = new AtomicLong();

    /** @param failed the task that failed, such as "to look at blocks" */
    public void caught(String failed, Throwable error) {
        long number = count.incrementAndGet();
        if (Long.bitCount(number) == 1) {
            LOG.warn("Tiercel's agent failed {}, and goes on (failure {} since it started)", failed, number, error);
        }
    }

    public long count() {
        return count.get();
    }
}

package io.tiercel.agent;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the errors that the agent's threads have caught, {@link Error}s included, and logs the first, second, fourth, eighth … of them.
 * The threads go on: without a thread its work would not be done until the daemon is restarted. Thread-safe.
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

package io.tiercel.spark;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs Tiercel's errors inside Spark's scheduler: each kind, by place and class, once. Thread-safe. */
public final class FaultLog {
    private static final Logger LOG = LoggerFactory.getLogger(FaultLog.class);

    private final Set<String> logged = ConcurrentHashMap.newKeySet();
    private final Runnable counter;

    public FaultLog() {
        this(() -> {});
    }

    /** @param counter runs at each error, logged or not */
    public FaultLog(Runnable counter) {
        this.counter = counter;
    }

    /** Whether the scheduler may go on after {@code error}; others end the JVM or the thread. */
    public static boolean isSurvivable(Throwable error) {
        return error instanceof Exception && !(error instanceof InterruptedException)
                || error instanceof LinkageError
                || error instanceof AssertionError
                || error instanceof StackOverflowError;
    }

    /**
     * Logs {@code error} unless one of its kind was logged before.
     *
     * @param where what failed, and what happens instead
     */
    public void report(String where, Throwable error) {
        counter.run();
        if (logged.add(where + " " + error.getClass().getName())) {
            LOG.error("Tiercel: {}, because of {} (logged once)", where, error.toString(), error);
        }
    }
}

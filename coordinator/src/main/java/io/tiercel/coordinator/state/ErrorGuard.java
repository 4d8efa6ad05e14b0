package io.tiercel.coordinator.state;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what has to run again the next time, whatever goes wrong: an exception or an {@link Error} is logged and counted. */
public record ErrorGuard(CoordinatorCounters counters) {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorGuard.class);

    /** @param what is done, for the log */
    public void run(String what, Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            counters.count(CoordinatorCounter.ERRORS);
            LOG.error("{} failed; it is tried again the next time", what, e);
        }
    }
}

package io.tiercel.yarn;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The failures of our part of the scheduler, with one line in the log for each kind. A class that cannot be loaded will be missing again:
 * after that our part rests.
 */
public final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private final AtomicBoolean hasFailed = new AtomicBoolean();
    private final AtomicBoolean mustRest = new AtomicBoolean();

    /** Whether everything goes as by YARN until the ResourceManager starts again. */
    public boolean mustRest() {
        return mustRest.get();
    }

    /** @param what YARN serves in our place */
    public void add(Throwable failure, Object what) {
        if (failure instanceof LinkageError) {
            if (mustRest.compareAndSet(false, true)) {
                LOG.warn("Tiercel: all containers go as by YARN until the next start: {}", failure.toString());
            }
        } else if (hasFailed.compareAndSet(false, true)) {
            LOG.warn("Tiercel: {} goes as by YARN, because of an error", what, failure);
        }
    }
}

package io.tiercel.agent.migrate;

import io.tiercel.linux.IoPriority;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the device's readers go first: a migration is a bet on a read to come, and must not take from one that is there (decision 0806).
 * Thread-safe.
 */
public final class IdleIoPriority {
    private static final Logger LOG = LoggerFactory.getLogger(IdleIoPriority.class);

    private final IoPriority priority;
    private final AtomicBoolean refused = new AtomicBoolean();

    public IdleIoPriority(IoPriority priority) {
        this.priority = priority;
    }

    /** The calling thread is about to read for a migration. */
    public void begin() {
        if (refused.get()) {
            return;
        }
        try {
            priority.ofThisThread();
        } catch (IOException | LinkageError e) {
            if (refused.compareAndSet(false, true)) {
                LOG.warn("Tiercel's agent reads as urgently as everybody else: {}", e.getMessage());
            }
        }
    }
}

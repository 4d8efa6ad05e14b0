package io.tiercel.agent.migrate;

import io.tiercel.linux.IoPriority;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives reading threads their I/O priority, normally the idle class: a migration is a bet on a later read, and must not slow a read
 * that happens now (decision 0806). Thread-safe.
 */
public final class IdleIoPriority {
    private static final Logger LOG = LoggerFactory.getLogger(IdleIoPriority.class);

    private final IoPriority priority;
    private final AtomicBoolean refused = new AtomicBoolean();

    public IdleIoPriority(IoPriority priority) {
        this.priority = priority;
    }

    /** Sets the priority of the calling thread, unless the kernel has refused it before. */
    public void apply() {
        if (refused.get()) {
            return;
        }
        try {
            priority.applyToThisThread();
        } catch (IOException | LinkageError e) {
            if (refused.compareAndSet(false, true)) {
                LOG.warn("Tiercel's agent reads with normal I/O priority: {}", e.getMessage());
            }
        }
    }
}

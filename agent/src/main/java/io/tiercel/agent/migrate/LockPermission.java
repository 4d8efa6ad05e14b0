package io.tiercel.agent.migrate;

import io.tiercel.agent.AgentKeys;
import io.tiercel.linux.LockLimit;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this process may lock as much memory as its budget. After a refusal by the kernel it locks nothing for a minute, and then
 * tries again: another part of the process may have held the memory. Logs the first refusal, with the fix. Thread-safe.
 */
public final class LockPermission {
    private static final Logger LOG = LoggerFactory.getLogger(LockPermission.class);

    static final Duration PAUSE = Duration.ofMinutes(1);

    private final long budget;
    private final boolean allowed;
    private final LongSupplier nanos;
    private boolean warned;
    private boolean refused;
    private long refusedAt;

    /**
     * @param budget bytes
     * @param limit of this process; if it is less than the budget nothing is ever locked
     */
    public LockPermission(long budget, LockLimit limit, LongSupplier nanos) {
        this.budget = budget;
        this.allowed = budget > 0 && limit.allows(budget);
        this.nanos = nanos;
        if (budget > 0 && !allowed) {
            warn("the budget is " + budget + " bytes, and this process may lock " + limit.bytes());
        } else if (budget == 0) {
            LOG.info("Tiercel reads nothing into memory here, and only watches: {} is 0", AgentKeys.BUDGET);
        }
    }

    public synchronized boolean isGranted() {
        boolean rests = refused && nanos.getAsLong() - refusedAt < PAUSE.toNanos();
        return allowed && !rests;
    }

    /** Locks nothing more for a while. */
    public synchronized void refuse(String why) {
        refused = true;
        refusedAt = nanos.getAsLong();
        warn(why);
    }

    private void warn(String why) {
        if (!warned) {
            warned = true;
            LOG.warn(
                    "Tiercel cannot lock blocks in memory ({}); it reads them into the page cache, which may drop them again."
                            + " Fix: {}",
                    why,
                    LockLimit.remedy(budget));
        }
    }
}

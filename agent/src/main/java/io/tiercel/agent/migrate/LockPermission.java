package io.tiercel.agent.migrate;

import io.tiercel.agent.AgentKeys;
import io.tiercel.linux.LockLimit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether this process may lock as much memory as its budget. Logs the first refusal, with the fix. Thread-safe. */
public final class LockPermission {
    private static final Logger LOG = LoggerFactory.getLogger(LockPermission.class);

    private final long budget;
    private boolean granted;

    /** @param budget bytes */
    public LockPermission(long budget, LockLimit limit) {
        this.budget = budget;
        this.granted = budget > 0;
        if (budget > 0 && !limit.allows(budget)) {
            refuse("the budget is " + budget + " bytes, and this process may lock " + limit.bytes());
        } else if (budget == 0) {
            LOG.info("Tiercel reads nothing into memory here, and only watches: {} is 0", AgentKeys.BUDGET);
        }
    }

    public synchronized boolean isGranted() {
        return granted;
    }

    /** Locks nothing more from now on. */
    public synchronized void refuse(String why) {
        if (granted) {
            granted = false;
            LOG.warn(
                    "Tiercel cannot lock blocks in memory ({}); it reads them into the page cache, which may drop them again."
                            + " Fix: {}",
                    why,
                    LockLimit.remedy(budget));
        }
    }
}

package io.tiercel.agent.migrate;

import io.tiercel.agent.AgentKeys;
import io.tiercel.linux.LockLimit;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this process may lock as much memory as its budget, beside what its daemon locks. After a refusal by the kernel it locks nothing for a minute, and then
 * tries again: another part of the process may have held the memory. Logs the first refusal, with the fix. Thread-safe.
 */
public final class LockPermission {
    private static final Logger LOG = LoggerFactory.getLogger(LockPermission.class);

    static final Duration PAUSE = Duration.ofMinutes(1);

    private final long wanted;
    private final long lockable;
    private final boolean allowed;
    private final LongSupplier nanos;
    private boolean warned;
    private boolean refused;
    private long refusedAt;

    /**
     * @param budget bytes
     * @param daemonBytes most that the daemon itself locks
     * @param limit of this process; if it is less than both together nothing is ever locked
     */
    public LockPermission(long budget, long daemonBytes, LockLimit limit, LongSupplier nanos) {
        this.wanted = budget + daemonBytes;
        this.lockable = limit.capable() || limit.bytes() == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : Math.max(0, limit.bytes() - daemonBytes);
        this.allowed = budget > 0 && limit.allows(wanted);
        this.nanos = nanos;
        if (budget > 0 && !allowed) {
            String beside = daemonBytes == 0 ? "" : ", the DataNode itself locks " + daemonBytes;
            warn("the budget is " + budget + " bytes" + beside + ", and this process may lock " + limit.bytes());
        } else if (budget == 0) {
            LOG.info("Tiercel reads nothing into memory here, and only watches: {} is 0", AgentKeys.BUDGET);
        }
    }

    /** Most that the process may lock beside what its daemon locks; {@link Long#MAX_VALUE} for no limit. */
    public long lockableBytes() {
        return lockable;
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
                    LockLimit.remedy(wanted));
        }
    }
}

package io.tiercel.sim.storage;

import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.engine.Transfer;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a replica in its node's memory, beside the replica on its device: pinned by an agent, or merely in the page cache. It takes
 * its room from the beginning of its way in.
 */
public final class MemoryCopy {
    private final Storage storage;
    private final StoredReplica replica;
    private final Device memory;
    private boolean pinned;
    private boolean in;
    private boolean gone;
    private @Nullable Transfer way;
    private boolean keepsPart;

    MemoryCopy(Storage storage, StoredReplica replica, Device memory, boolean pinned) {
        this.storage = storage;
        this.replica = replica;
        this.memory = memory;
        this.pinned = pinned;
    }

    public StoredReplica replica() {
        return replica;
    }

    /** Whether it has come in and not gone since. */
    public boolean isIn() {
        return in && !gone;
    }

    /** Lets it go, on its way in too; what it has been told to do when it is in does not happen then. */
    public void letGo() {
        if (!gone) {
            if (way != null && !in) {
                replica.partIsCached(part());
                way.abandon();
            }
            gone = true;
            storage.gone(this);
        }
    }

    /** Bytes that are in the page cache of what is on its way. */
    long part() {
        return keepsPart && way != null && !in && !gone ? way.carried() : 0;
    }

    /** Whether an agent holds it; a copy that is not goes when room is needed. */
    boolean isPinned() {
        return pinned;
    }

    void pin() {
        pinned = true;
    }

    Device memory() {
        return memory;
    }

    /** @param stays whether what has come in by then stays in the page cache when it is let go on its way */
    void comesBy(Transfer transfer, boolean stays) {
        way = transfer;
        keepsPart = stays;
    }

    void cameIn() {
        in = true;
    }
}

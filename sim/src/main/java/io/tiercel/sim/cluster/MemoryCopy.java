package io.tiercel.sim.cluster;

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
                way.abandon();
            }
            gone = true;
            storage.gone(this);
        }
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

    void comesBy(Transfer transfer) {
        way = transfer;
    }

    void cameIn() {
        in = true;
    }
}

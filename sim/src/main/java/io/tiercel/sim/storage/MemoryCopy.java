package io.tiercel.sim.storage;

import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.engine.Transfer;
import org.jspecify.annotations.Nullable;

/** A copy of a replica in its node's memory: pinned by an agent, or in the page cache. It takes its room when it starts to come in. */
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

    public boolean isIn() {
        return in && !gone;
    }

    /** Releases the copy, also while it is coming in. Its completion callback is not called then. */
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

    /** Bytes in the page cache of a copy that is coming in. */
    long part() {
        return keepsPart && way != null && !in && !gone ? way.carried() : 0;
    }

    /** Whether an agent holds it. Other copies are evicted when room is needed. */
    boolean isPinned() {
        return pinned;
    }

    void pin() {
        pinned = true;
    }

    Device memory() {
        return memory;
    }

    /** @param stays whether bytes that have come in stay in the page cache if the copy is released meanwhile */
    void comesBy(Transfer transfer, boolean stays) {
        way = transfer;
        keepsPart = stays;
    }

    void cameIn() {
        in = true;
    }
}

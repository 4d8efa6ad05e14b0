package io.tiercel.sim.migrate;

import io.tiercel.sim.storage.MemoryCopy;
import io.tiercel.sim.storage.StoredReplica;
import org.jspecify.annotations.Nullable;

/** A block that a file system's cache has been asked for. */
final class HdfsCacheBlock {
    final StoredReplica replica;

    /** When the plan of the first job that asked has it in memory. */
    final long expected;

    /** Jobs that want it. */
    int claims;

    /** Whether the read has ended that has brought it in. */
    boolean arrived;

    /** Whether its node is lost, and with it what was read of it. */
    boolean isLost;

    /** From when it begins to be read. */
    @Nullable
    MemoryCopy copy;

    HdfsCacheBlock(StoredReplica replica, long expected) {
        this.replica = replica;
        this.expected = expected;
    }

    /** Whether readers find it in memory. */
    boolean isIn() {
        MemoryCopy there = copy;
        return there != null && there.isIn();
    }
}

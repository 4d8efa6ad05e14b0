package io.tiercel.sim.migrate;

import io.tiercel.sim.storage.MemoryCopy;
import io.tiercel.sim.storage.StoredReplica;
import org.jspecify.annotations.Nullable;

/** A block that a file system's cache was requested to hold. */
final class HdfsCacheBlock {
    final StoredReplica replica;

    /** When the first request's plan has it in memory. */
    final long expected;

    /** Jobs that want it. */
    int claims;

    /** Whether its read has ended. */
    boolean arrived;

    /** Whether its node is lost. */
    boolean isLost;

    /** Set when its read begins. */
    @Nullable
    MemoryCopy copy;

    HdfsCacheBlock(StoredReplica replica, long expected) {
        this.replica = replica;
        this.expected = expected;
    }

    boolean isIn() {
        MemoryCopy there = copy;
        return there != null && there.isIn();
    }
}

package io.tiercel.migrate;

import org.jspecify.annotations.Nullable;

/**
 * What one job wants of one block: a reference (have it migrated, keep it), a hold (do not evict), or both. Linked into the lists of
 * its job and of its block by hand, because there are as many as registered blocks.
 */
final class Claim {
    final Job job;
    final BlockEntry block;

    /** The hint that asked for the block last; null if none did. */
    @Nullable
    PendingGroup group;

    /** Whether the migration is still of use: the job has not read the block since it asked for it. */
    boolean awaited;

    boolean implicit;
    boolean held;

    @Nullable
    Claim nextOfBlock;

    @Nullable
    Claim previousOfJob;

    @Nullable
    Claim nextOfJob;

    Claim(Job job, BlockEntry block) {
        this.job = job;
        this.block = block;
    }

    boolean isReference() {
        return group != null;
    }
}

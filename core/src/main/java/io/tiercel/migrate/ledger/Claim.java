package io.tiercel.migrate.ledger;

import io.tiercel.migrate.bind.PendingGroup;
import org.jspecify.annotations.Nullable;

/**
 * What one job wants of one block: a reference (have it migrated, keep it), a hold (do not evict), or both. Linked into the lists of
 * its job and of its block by hand, because there are as many as registered blocks.
 */
public final class Claim {
    public final JobEntry job;
    public final BlockEntry block;

    /** The hint that asked for the block last; null if none did. */
    @Nullable
    public PendingGroup group;

    /** Whether the migration is still of use: the job has not read the block since it asked for it. */
    public boolean awaited;

    public boolean implicit;
    public boolean held;

    @Nullable
    public Claim nextOfBlock;

    @Nullable
    Claim previousOfJob;

    @Nullable
    Claim nextOfJob;

    Claim(JobEntry job, BlockEntry block) {
        this.job = job;
        this.block = block;
    }

    public boolean isReference() {
        return group != null;
    }
}

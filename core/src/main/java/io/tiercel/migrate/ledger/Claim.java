package io.tiercel.migrate.ledger;

import org.jspecify.annotations.Nullable;

/**
 * One job's claim on one block: a reference (have it migrated, keep it), a hold (do not evict), or both. Linked into the lists of
 * its job and of its block by hand, because there are as many as registered blocks.
 */
public final class Claim {
    private static final long NEVER = Long.MIN_VALUE;

    public final JobEntry job;
    public final BlockEntry block;

    /** The hint that asked for the block; null if none did. */
    private @Nullable MigrationPriority priority;

    private HintMark hinted = HintMark.NONE;
    private boolean awaited;
    private boolean implicit;

    /** When the job last asked to have it held, in nanoseconds; {@link #NEVER} if it is not held. */
    private long heldAt = NEVER;

    @Nullable
    Claim nextOfBlock;

    @Nullable
    Claim previousOfJob;

    @Nullable
    Claim nextOfJob;

    Claim(JobEntry job, BlockEntry block) {
        this.job = job;
        this.block = block;
    }

    /**
     * The job has hinted the block. Its earlier place in the queue is kept: hinting twice puts no job behind others. The
     * latest hint decides how the claim ends, even if an earlier one arrives after it.
     */
    public void hint(MigrationPriority place, EvictionMode mode, HintMark mark) {
        MigrationPriority known = priority;
        if (known == null || !awaited || place.compareTo(known) < 0) {
            priority = place;
        }
        awaited = true;
        if (!mark.isBefore(hinted)) {
            implicit = mode == EvictionMode.IMPLICIT;
            hinted = mark;
        }
    }

    /** The block is not evicted from {@code now}, in nanoseconds, until the claim goes. */
    public void hold(long now) {
        heldAt = now;
    }

    /** Whether a hint for it has arrived, or a hold was asked for, after {@code time}, in nanoseconds. */
    public boolean isAskedForAfter(long time) {
        return hinted.at() > time || heldAt > time;
    }

    /** Whether a read with this mark may be the one that the hint was made for. */
    public boolean isServedBy(HintMark read) {
        return !read.isBefore(hinted);
    }

    /** The job waits for the block no more, and an implicit reference ends. Says whether anything of the claim is left. */
    public boolean read() {
        awaited = false;
        if (implicit) {
            priority = null;
        }
        return priority != null || heldAt != NEVER;
    }

    /** The place in the queue while a migration is of use: until the job has read the block. Null afterwards. */
    @Nullable
    MigrationPriority awaitedAt() {
        return awaited ? priority : null;
    }
}

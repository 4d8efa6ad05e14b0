package io.tiercel.migrate.status;

import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockPhase;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.Claim;
import io.tiercel.migrate.ledger.ClaimWalk;
import io.tiercel.migrate.ledger.JobEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A look at all blocks of a job. A job may have a million: it goes by steps, between which others may change them, so each block is as it
 * was at another moment.
 */
public final class JobLook {
    /** All blocks of a job may have failed. {@link JobStatus#blocks} counts all of them. */
    public static final int MOST_FAILED = 2_000;

    private final MigrationViews views;
    private final JobEntry entry;
    private final JobStatus job;
    private final ClaimWalk left;
    private final boolean isForRoom;
    private final Map<String, JobShare> shares = new HashMap<>();
    private final List<BlockStatus> failed = new ArrayList<>();
    private boolean allWait = true;

    /** @param isForRoom whether to stop at the first block that may still come in */
    JobLook(MigrationViews views, JobEntry entry, boolean isForRoom) {
        this.isForRoom = isForRoom;
        this.views = views;
        this.entry = entry;
        this.job = MigrationViews.job(entry);
        this.left = entry.walk();
    }

    /** Looks at up to {@code most} blocks more. Returns whether any are left; to be called until none are. */
    public boolean step(int most, long now) {
        boolean mayHaveMore = false;
        try {
            for (int i = 0; i < most && left.hasNext(); i++) {
                Claim claim = left.take();
                if (claim != null) {
                    look(claim.block, now);
                }
            }
            mayHaveMore = left.hasNext() && (allWait || !isForRoom);
        } finally {
            if (!mayHaveMore) {
                entry.end(left);
            }
        }
        return mayHaveMore;
    }

    private void look(BlockEntry block, long now) {
        boolean isPinned = block.state() == BlockState.PINNED;
        if (isPinned || block.state() == BlockState.BOUND) {
            JobShare share = isPinned ? new JobShare(block.bytes, 0) : new JobShare(0, block.bytes);
            shares.merge(block.requireDevice().agent.name, share, JobShare::plus);
        }
        if (block.phase() == BlockPhase.FAILED && failed.size() < MOST_FAILED) {
            failed.add(views.status(block, now));
        }
        allWait &= block.phase() != BlockPhase.PENDING || views.waitsForRoom(block);
    }

    /** The job before the first step. */
    public JobStatus job() {
        return job;
    }

    /** How many blocks the job waits for in vain until somebody gives memory back; 0 while anything of it may still come in. */
    public long waitingForRoom() {
        return allWait && mayWait(job) ? job.blocks().pending() : 0;
    }

    /** Whether all that is on its way may be waiting for room. */
    public static boolean mayWait(JobStatus job) {
        return job.blocks().bound() == 0 && job.blocks().pending() > 0;
    }

    /** Claimed blocks that will not come in, with reasons; the first {@value #MOST_FAILED} of them. */
    public List<BlockStatus> failed() {
        return failed;
    }

    /** The job's blocks in memory or on their way there, by agent. */
    public Map<String, JobShare> shares() {
        return shares;
    }

    /** Bytes of a job's blocks in memory, and bytes on their way there. */
    public record JobShare(long residentBytes, long boundBytes) {
        public JobShare plus(JobShare other) {
            return new JobShare(residentBytes + other.residentBytes, boundBytes + other.boundBytes);
        }
    }
}

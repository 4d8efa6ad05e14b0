package io.tiercel.migrate.ledger;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job with a lease, and its claims. */
public final class JobEntry {
    public final JobId id;

    /** In the order of arrival. */
    public final long number;

    private long lease;

    private long leaseEnds;

    private int openHints;

    private @Nullable Claim claims;
    private final long[] blocks = new long[BlockPhase.values().length];
    private final long[] bytes = new long[BlockPhase.values().length];
    private int size;
    private long changes;

    /** Those that have not ended. */
    private final List<ClaimWalk> walks = new ArrayList<>(0);

    JobEntry(JobId id, long number, long lease) {
        this.id = id;
        this.number = number;
        this.lease = lease;
    }

    /** Nanoseconds at which the job is given up unless it gives a sign of life. */
    public long leaseEnds() {
        return leaseEnds;
    }

    /** Nanoseconds that the job may be silent. */
    public long lease() {
        return lease;
    }

    public void lease(long nanos) {
        lease = nanos;
    }

    void renew(long now) {
        leaseEnds = now + lease;
    }

    void extend(long nanos, long now) {
        leaseEnds = Math.min(now + lease, leaseEnds + nanos);
    }

    public void openHint() {
        openHints++;
    }

    /** A hint has been taken; whether the job has nothing: no claim, and no other hint under way. */
    public boolean closeHint() {
        return --openHints == 0 && size == 0;
    }

    public int size() {
        return size;
    }

    /** Grows with each change of the counts. */
    public long changes() {
        return changes;
    }

    public PhaseCounts counts() {
        long all = 0;
        for (long each : bytes) {
            all += each;
        }
        return new PhaseCounts(
                size,
                count(BlockPhase.PENDING),
                count(BlockPhase.BOUND),
                count(BlockPhase.RESIDENT),
                count(BlockPhase.FAILED),
                all,
                bytes[BlockPhase.RESIDENT.ordinal()]);
    }

    public long count(BlockPhase phase) {
        return blocks[phase.ordinal()];
    }

    /** Its blocks, in no particular order. */
    public List<BlockEntry> blocks() {
        List<BlockEntry> all = new ArrayList<>(size);
        for (Claim claim = claims; claim != null; claim = claim.nextOfJob) {
            all.add(claim.block);
        }
        return all;
    }

    /** A look at all its claims, which has to {@link #end}. */
    public ClaimWalk walk() {
        ClaimWalk walk = new ClaimWalk(claims);
        walks.add(walk);
        return walk;
    }

    public void end(ClaimWalk walk) {
        walks.remove(walk);
    }

    /** A block of the job has come to another phase, or something of it has changed that people see. */
    void moved(BlockEntry block, BlockPhase from, BlockPhase to) {
        count(from, -1, -block.bytes);
        count(to, 1, block.bytes);
    }

    private void count(BlockPhase phase, int blocksMore, long bytesMore) {
        blocks[phase.ordinal()] += blocksMore;
        bytes[phase.ordinal()] += bytesMore;
        changes++;
    }

    /** Any one of its claims, null if it has none. */
    @Nullable
    public Claim anyClaim() {
        return claims;
    }

    void add(Claim claim) {
        claim.nextOfJob = claims;
        if (claims != null) {
            claims.previousOfJob = claim;
        }
        claims = claim;
        size++;
        count(claim.block.phase(), 1, claim.block.bytes);
    }

    void remove(Claim claim) {
        for (int i = 0; i < walks.size(); i++) {
            walks.get(i).leave(claim);
        }
        if (claim.previousOfJob == null) {
            claims = claim.nextOfJob;
        } else {
            claim.previousOfJob.nextOfJob = claim.nextOfJob;
        }
        if (claim.nextOfJob != null) {
            claim.nextOfJob.previousOfJob = claim.previousOfJob;
        }
        claim.previousOfJob = null;
        claim.nextOfJob = null;
        size--;
        count(claim.block.phase(), -1, -claim.block.bytes);
    }
}

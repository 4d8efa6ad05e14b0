package io.tiercel.migrate.ledger;

import io.tiercel.model.BlockId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which job claims which block (DYRS, section III-C3), and which jobs are alive. It does not decide what a claim
 * means for its block.
 */
public final class ReferenceLedger {
    /** Heap of a block with three replicas, in whatever state. */
    private static final int BLOCK_BYTES = 400;

    /** Heap of one job's claim on one block. */
    private static final int CLAIM_BYTES = 200;

    /** Heap of a job without its names: entry, counts, and places in a map and in its user's set. */
    private static final int JOB_BYTES = 600;

    private final long lease;
    private final FileRegistry files;
    private final Map<BlockId, BlockEntry> blocks = new HashMap<>();

    /** In the order of their last sign of life. */
    private final Map<JobId, JobEntry> jobs = new LinkedHashMap<>();

    private final Map<String, Set<JobEntry>> jobsByUser = new HashMap<>();

    /** Characters of all jobs' names, each with that of its user. */
    private long nameLengths;

    private long arrivals;
    private int claims;

    /** @param lease nanoseconds that a job may be silent that asks for nothing else */
    public ReferenceLedger(long lease, FileRegistry files) {
        this.lease = lease;
        this.files = files;
    }

    /** The job, new if it was unknown; either way its lease begins anew. */
    public JobEntry sign(JobId id, long now) {
        JobEntry job = jobs.remove(id);
        if (job == null) {
            job = new JobEntry(id, arrivals++, lease);
            jobsByUser.computeIfAbsent(id.user(), none -> new LinkedHashSet<>()).add(job);
            nameLengths += lengths(id);
        }
        job.renew(now);
        jobs.put(id, job);
        return job;
    }

    public @Nullable JobEntry job(JobId id) {
        return jobs.get(id);
    }

    private static int lengths(JobId id) {
        return id.user().length() + id.name().length();
    }

    public Collection<JobEntry> jobs() {
        return jobs.values();
    }

    /** The jobs of one user, in the order of arrival. */
    public Collection<JobEntry> jobsOf(String user) {
        return jobsByUser.getOrDefault(user, Set.of());
    }

    /** Forgets a job; its claims are for the caller to remove. */
    public void forget(JobEntry job) {
        if (!jobs.remove(job.id, job)) {
            return;
        }
        nameLengths -= lengths(job.id);
        Set<JobEntry> ofUser = jobsByUser.get(job.id.user());
        if (ofUser != null && ofUser.remove(job) && ofUser.isEmpty()) {
            jobsByUser.remove(job.id.user());
        }
    }

    public List<JobEntry> expired(long now) {
        return jobs.values().stream().filter(job -> job.leaseEnds() <= now).toList();
    }

    /** No job could be heard for so long: its silence meanwhile does not count. */
    public void extendLeases(long nanos, long now) {
        jobs.values().forEach(job -> job.extend(nanos, now));
    }

    public @Nullable BlockEntry block(BlockId id) {
        return blocks.get(id);
    }

    public Collection<BlockEntry> blocks() {
        return blocks.values();
    }

    public void add(BlockEntry entry) {
        blocks.put(entry.id, entry);
    }

    public void forget(BlockEntry entry) {
        blocks.remove(entry.id, entry);
    }

    /** Estimate of the heap that blocks, claims, jobs and files take, in bytes. */
    public long heapBytes() {
        return (long) BLOCK_BYTES * blocks.size()
                + (long) CLAIM_BYTES * claims
                + (long) JOB_BYTES * jobs.size()
                + 2 * nameLengths
                + files.heapBytes();
    }

    /** The job's claim of the block, new if it had none. */
    public Claim claim(JobEntry job, BlockEntry entry) {
        Claim claim = entry.claimOf(job);
        if (claim == null) {
            claim = new Claim(job, entry);
            entry.add(claim);
            job.add(claim);
            claims++;
        }
        return claim;
    }

    public void remove(Claim claim) {
        claims--;
        claim.block.remove(claim);
        claim.job.remove(claim);
        if (!claim.block.isClaimed()) {
            files.detach(claim.block);
        }
    }
}

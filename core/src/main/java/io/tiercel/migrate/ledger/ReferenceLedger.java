package io.tiercel.migrate.ledger;

import io.tiercel.migrate.BlockLifecycle;
import io.tiercel.model.BlockId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which job claims which block (DYRS, section III-C3), and which jobs are alive. It says who claims what; what follows for the block
 * is {@link BlockLifecycle}'s.
 */
public final class ReferenceLedger {
    private final long lease;
    private final Map<BlockId, BlockEntry> blocks = new HashMap<>();

    /** In the order in which their leases end. */
    private final Map<String, JobEntry> jobs = new LinkedHashMap<>();

    private long arrivals;
    private long claims;

    /** @param lease nanoseconds that a job may be silent */
    public ReferenceLedger(long lease) {
        this.lease = lease;
    }

    /** The job, new if it was unknown; either way its lease begins anew. */
    public JobEntry sign(String name, long now) {
        JobEntry job = jobs.remove(name);
        if (job == null) {
            job = new JobEntry(name, arrivals++);
        }
        job.leaseEnds = now + lease;
        jobs.put(name, job);
        return job;
    }

    @Nullable
    public JobEntry job(String name) {
        return jobs.get(name);
    }

    public Collection<JobEntry> jobs() {
        return jobs.values();
    }

    public void end(JobEntry job) {
        jobs.remove(job.name);
    }

    /** A job whose lease has ended, null if there is none. */
    @Nullable
    public JobEntry anyExpired(long now) {
        Iterator<JobEntry> inOrder = jobs.values().iterator();
        if (inOrder.hasNext()) {
            JobEntry first = inOrder.next();
            return first.leaseEnds <= now ? first : null;
        }
        return null;
    }

    @Nullable
    public BlockEntry block(BlockId id) {
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

    long claims() {
        return claims;
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
        claim.block.remove(claim);
        claim.job.remove(claim);
        claims--;
    }
}

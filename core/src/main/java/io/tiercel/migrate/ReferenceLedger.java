package io.tiercel.migrate;

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
final class ReferenceLedger {
    private final long lease;
    private final Map<BlockId, BlockEntry> blocks = new HashMap<>();

    /** In the order in which their leases end. */
    private final Map<String, Job> jobs = new LinkedHashMap<>();

    private long arrivals;
    private long claims;

    /** @param lease nanoseconds that a job may be silent */
    ReferenceLedger(long lease) {
        this.lease = lease;
    }

    /** The job, new if it was unknown; either way its lease begins anew. */
    Job sign(String name, long now) {
        Job job = jobs.remove(name);
        if (job == null) {
            job = new Job(name, arrivals++);
        }
        job.leaseEnds = now + lease;
        jobs.put(name, job);
        return job;
    }

    @Nullable
    Job job(String name) {
        return jobs.get(name);
    }

    Collection<Job> jobs() {
        return jobs.values();
    }

    void end(Job job) {
        jobs.remove(job.name);
    }

    /** A job whose lease has ended, null if there is none. */
    @Nullable
    Job anyExpired(long now) {
        Iterator<Job> inOrder = jobs.values().iterator();
        if (inOrder.hasNext()) {
            Job first = inOrder.next();
            return first.leaseEnds <= now ? first : null;
        }
        return null;
    }

    @Nullable
    BlockEntry block(BlockId id) {
        return blocks.get(id);
    }

    Collection<BlockEntry> blocks() {
        return blocks.values();
    }

    void add(BlockEntry entry) {
        blocks.put(entry.id, entry);
    }

    void forget(BlockEntry entry) {
        blocks.remove(entry.id, entry);
    }

    long claims() {
        return claims;
    }

    /** The job's claim of the block, new if it had none. */
    Claim claim(Job job, BlockEntry entry) {
        Claim claim = entry.claimOf(job);
        if (claim == null) {
            claim = new Claim(job, entry);
            entry.add(claim);
            job.add(claim);
            claims++;
        }
        return claim;
    }

    void remove(Claim claim) {
        claim.block.remove(claim);
        claim.job.remove(claim);
        claims--;
    }
}

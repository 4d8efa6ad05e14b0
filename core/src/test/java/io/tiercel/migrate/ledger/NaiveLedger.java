package io.tiercel.migrate.ledger;

import io.tiercel.model.BlockId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A ledger of claims in the plainest way: a map for each job, and everything looked up by going through all of them. */
public final class NaiveLedger {
    private static final class NaiveClaim {
        boolean reference;
        boolean awaited;
        boolean implicit;
        boolean held;
    }

    private final long lease;
    private final Map<String, Map<BlockId, NaiveClaim>> jobs = new TreeMap<>();
    private final Map<String, Long> leaseEnds = new HashMap<>();

    /** Where a block can still be migrated from, by the last hint and what failed since. */
    private final Map<BlockId, Set<DeviceId>> sources = new HashMap<>();

    public NaiveLedger(long lease) {
        this.lease = lease;
    }

    private Map<BlockId, NaiveClaim> sign(String job, long now) {
        leaseEnds.put(job, now + lease);
        return jobs.computeIfAbsent(job, name -> new HashMap<>());
    }

    public void hint(String job, BlockId block, List<DeviceId> replicas, boolean implicit, long now) {
        NaiveClaim claim = sign(job, now).computeIfAbsent(block, id -> new NaiveClaim());
        claim.reference = true;
        claim.awaited = true;
        claim.implicit = implicit;
        sources.put(block, new HashSet<>(replicas));
    }

    public void signOnly(String job, long now) {
        sign(job, now);
    }

    public void hold(String job, BlockId block, long now) {
        sign(job, now).computeIfAbsent(block, id -> new NaiveClaim()).held = true;
    }

    public boolean knows(String job) {
        return jobs.containsKey(job);
    }

    public void release(String job, BlockId block) {
        if (jobs.containsKey(job)) {
            jobs.get(job).remove(block);
        }
    }

    public void release(String job) {
        jobs.remove(job);
        leaseEnds.remove(job);
    }

    public void read(String job, BlockId block) {
        NaiveClaim claim = jobs.getOrDefault(job, Map.of()).get(block);
        if (claim == null) {
            return;
        }
        claim.awaited = false;
        if (claim.implicit) {
            claim.reference = false;
        }
        if (!claim.reference && !claim.held) {
            jobs.get(job).remove(block);
        }
    }

    public void invalidate(BlockId block) {
        jobs.values().forEach(claims -> claims.remove(block));
    }

    public void failed(BlockId block, DeviceId device) {
        sources.getOrDefault(block, new HashSet<>()).remove(device);
    }

    /** The jobs whose lease has ended, which are no more. */
    public Set<String> expire(long now) {
        Set<String> ended = new TreeSet<>();
        leaseEnds.forEach((job, end) -> {
            if (end <= now) {
                ended.add(job);
            }
        });
        ended.forEach(this::release);
        return ended;
    }

    public Set<String> claimants(BlockId block) {
        Set<String> names = new TreeSet<>();
        jobs.forEach((job, claims) -> {
            if (claims.containsKey(block)) {
                names.add(job);
            }
        });
        return names;
    }

    /** Whether some job still waits for it and some device could bring it in. */
    public boolean wanted(BlockId block) {
        return !sources.getOrDefault(block, Set.of()).isEmpty()
                && jobs.values().stream().anyMatch(claims -> claims.containsKey(block) && claims.get(block).awaited);
    }

    public Set<String> jobs() {
        return jobs.keySet();
    }

    public int claims() {
        return jobs.values().stream().mapToInt(Map::size).sum();
    }
}

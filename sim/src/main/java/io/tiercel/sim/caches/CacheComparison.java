package io.tiercel.sim.caches;

import java.util.ArrayList;
import java.util.List;

/** What each eviction policy finds in a cache of the same size. */
public final class CacheComparison {
    /** Nodes' caches make room for a tenth at a time: they look at all files then. */
    private static final double BATCH = 0.1;

    /**
     * What came of a policy.
     *
     * @param byteHits part of the bytes read that the cache held, 0 to 1
     * @param blockHits the same of blocks; NaN where blocks stay in part
     */
    public record Outcome(String policy, double byteHits, double blockHits) {}

    private interface Policy {
        BlockCache of(AccessTrace trace, long capacity);
    }

    private record Named(String name, Policy policy) {}

    private static final List<Named> POLICIES = List.of(
            new Named("fifo (null)", QueueCache.Fifo::new),
            new Named("lru", (trace, capacity) -> new QueueCache.Lru(trace, capacity, 0)),
            new Named("lru, by tenths", (trace, capacity) -> new QueueCache.Lru(trace, capacity, BATCH)),
            new Named("sieve", QueueCache.Sieve::new),
            new Named("sieve, by tenths", (trace, capacity) -> new SweptCache(trace, capacity, BATCH)),
            new Named("w-tinylfu", TinyLfuCache::new));

    private CacheComparison() {}

    /** The policies, then two limits: what the best policy could find, and what a cache without bound finds. @param capacity bytes */
    public static List<Outcome> of(AccessTrace trace, long capacity) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Named each : POLICIES) {
            outcomes.add(outcome(each.name(), trace, each.policy().of(trace, capacity)));
        }
        outcomes.addAll(limits(trace, capacity));
        return List.copyOf(outcomes);
    }

    private static Outcome outcome(String name, AccessTrace trace, BlockCache cache) {
        long bytes = 0;
        long blocks = 0;
        for (int read = 0; read < trace.reads(); read++) {
            int block = trace.block(read);
            if (cache.read(block)) {
                bytes += trace.size(block);
                blocks++;
            }
        }
        return new Outcome(name, bytes / (double) trace.bytes(), blocks / (double) trace.reads());
    }

    private static List<Outcome> limits(AccessTrace trace, long capacity) {
        double best = LeastMisses.hitBytes(trace, capacity) / (double) trace.bytes();
        return List.of(
                new Outcome("bound of all policies", best, Double.NaN),
                outcome("without bound", trace, new QueueCache.Fifo(trace, Long.MAX_VALUE)));
    }
}

package io.tiercel.sim.caches;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * W-TinyLFU as the library Caffeine has it. It admits a block only if blocks of its hash were read more often than the one that would go. It
 * draws at random against attacks, so results differ a little from run to run.
 */
final class TinyLfuCache implements BlockCache {
    /** Caffeine weighs with 31 bits. */
    private static final long MOST_WEIGHT = Integer.MAX_VALUE;

    private final Cache<Integer, Boolean> cache;

    TinyLfuCache(AccessTrace trace, long capacity) {
        this.cache = Caffeine.newBuilder()
                .executor(Runnable::run)
                .<Integer, Boolean>weigher((block, any) -> (int) Math.min(MOST_WEIGHT, trace.size(block)))
                .maximumWeight(capacity)
                .build();
    }

    @Override
    public boolean read(int block) {
        if (cache.getIfPresent(block) != null) {
            return true;
        }
        cache.put(block, Boolean.TRUE);
        return false;
    }
}

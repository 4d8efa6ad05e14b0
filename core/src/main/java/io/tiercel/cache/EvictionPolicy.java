package io.tiercel.cache;

import io.tiercel.model.BlockUse;

/** Says how old a cached block is in the sense of eviction: the oldest goes first. A pure function. */
public interface EvictionPolicy {
    /** The name under which users choose it: {@code ageing} or {@code lru}. */
    String name();

    /**
     * The block's age, at least 0 and finite; without a unit, and to be compared only with ages by the same policy at the same time.
     * Never falls while the block is not read.
     *
     * @param now nanoseconds since the origin of {@link BlockUse#lastUse}
     */
    double age(BlockUse use, long now);

    /** Whether of two blocks the older is always that whose last use was earlier, so that nobody need ask for ages. */
    default boolean isByLastUse() {
        return false;
    }
}

package io.tiercel.cache;

import io.tiercel.model.BlockUse;

/** Least recently used: age is the time since the last use, in nanoseconds. */
public final class LruPolicy implements EvictionPolicy {
    public static final String NAME = "lru";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double age(BlockUse use, long now) {
        return Math.max(0, now - use.lastUse());
    }

    @Override
    public boolean isByLastUse() {
        return true;
    }
}

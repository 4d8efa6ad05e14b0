package io.tiercel.sim.caches;

/** A cache of blocks that a policy rules. */
interface BlockCache {
    /** A block is read, and may be kept from then on. @return whether the cache held it */
    boolean read(int block);
}

package io.tiercel.model;

import java.util.Objects;

/**
 * Names one version of a block: HDFS' block pool, block id and generation stamp. A rewritten block has another generation and is
 * another block.
 *
 * @param pool in which the id is unique; share one string among a pool's blocks
 * @param id number within the pool
 * @param generation version of the block
 */
public record BlockId(String pool, long id, long generation) {
    public BlockId {
        Objects.requireNonNull(pool, "pool");
    }

    /** Spread by hand: a record's own hash of consecutive ids fills a hash table in runs. */
    @Override
    public int hashCode() {
        long mixed = (id + 31 * generation) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) ^ pool.hashCode();
    }

    @Override
    public String toString() {
        return pool + ":" + id + "_" + generation;
    }
}

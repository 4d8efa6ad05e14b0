package io.tiercel.spark.prefetch;

import io.tiercel.model.BlockId;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts for each block how many stages and queries of the application have requested it, since the coordinator knows only one job, and
 * keeps when it should be in memory. Not thread-safe.
 */
final class BlockClaims {
    private record Claim(int holders, long expectedNanos) {}

    private final Map<BlockId, Claim> claims = new HashMap<>();

    /** @param expectedNanos when the block should be in memory, by {@link System#nanoTime} */
    void add(BlockId id, long expectedNanos) {
        claims.merge(
                id,
                new Claim(1, expectedNanos),
                (known, one) -> new Claim(known.holders() + 1, Math.min(known.expectedNanos(), one.expectedNanos())));
    }

    void remove(BlockId id) {
        claims.computeIfPresent(
                id,
                (same, claim) -> claim.holders() == 1 ? null : new Claim(claim.holders() - 1, claim.expectedNanos()));
    }

    boolean isSingle(BlockId id) {
        Claim claim = claims.get(id);
        return claim != null && claim.holders() == 1;
    }

    /** Seconds from {@code nowNanos} until the block should be in memory, at least 0; infinity if nobody has requested it. */
    double expectedIn(BlockId id, long nowNanos) {
        Claim claim = claims.get(id);
        return claim == null ? Double.POSITIVE_INFINITY : Math.max(0, claim.expectedNanos() - nowNanos) / 1e9;
    }
}

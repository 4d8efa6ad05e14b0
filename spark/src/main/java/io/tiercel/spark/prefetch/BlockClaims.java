package io.tiercel.spark.prefetch;

import io.tiercel.model.BlockId;
import java.util.HashMap;
import java.util.Map;

/**
 * For how many stages and queries of the application a block was asked for, since the coordinator knows one job only, and when it
 * should be in memory. Not thread-safe.
 */
final class BlockClaims {
    private record Claim(int holders, long expectedNanos) {}

    private final Map<BlockId, Claim> claims = new HashMap<>();

    /** @param expectedNanos when it should be in memory, by the clock of {@link System#nanoTime} */
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

    /** In how many seconds from {@code nowNanos} the block should be in memory, at least 0; infinity if nobody asked for it. */
    double expectedIn(BlockId id, long nowNanos) {
        Claim claim = claims.get(id);
        return claim == null ? Double.POSITIVE_INFINITY : Math.max(0, claim.expectedNanos() - nowNanos) / 1e9;
    }
}

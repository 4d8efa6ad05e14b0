package io.tiercel.record;

import io.tiercel.model.Tier;
import org.jspecify.annotations.Nullable;

/**
 * Guesses a tier from a score: the nearest of Trident's scores (1, 8, 20, and 100 for remote) by ratio. So the borders are geometric
 * means; 0 is input in the process itself.
 */
final class NearestTier {
    private static final double MEMORY_SSD = Math.sqrt(1 * 8);
    private static final double SSD_HDD = Math.sqrt(8 * 20);
    private static final double HDD_REMOTE = Math.sqrt(20 * 100);

    private NearestTier() {}

    /** Null for an input in the process itself. */
    static @Nullable Tier of(double score) {
        if (score == 0) {
            return null;
        }
        if (score < MEMORY_SSD) {
            return Tier.MEMORY;
        }
        if (score < SSD_HDD) {
            return Tier.SSD;
        }
        return score < HDD_REMOTE ? Tier.HDD : Tier.REMOTE;
    }
}

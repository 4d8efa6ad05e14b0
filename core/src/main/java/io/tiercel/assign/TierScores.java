package io.tiercel.assign;

import io.tiercel.model.Tier;

/**
 * Relative cost of reading from a tier of a node (Trident, section 2.1: {@code p_k^i}, "allows for variable values in case
 * the cluster contains heterogeneous storage devices"). Lower is faster; a score is proportional to seconds per byte.
 */
@FunctionalInterface
public interface TierScores {
    /** Trident's example: memory, SSD and HDD of 3,200, 400 and 160 MB/s. {@code REMOTE} costs as much as another rack. */
    TierScores TRIDENT = uniform(1, 8, 20, 100);

    /** The score of reading from {@code tier} on {@code node}; finite and at least 0. */
    double score(int node, Tier tier);

    static TierScores uniform(double memory, double ssd, double hdd, double remote) {
        return (node, tier) -> switch (tier) {
            case MEMORY -> memory;
            case SSD -> ssd;
            case HDD -> hdd;
            case REMOTE -> remote;
        };
    }
}

package io.tiercel.record;

import io.tiercel.assign.TierScores;
import io.tiercel.model.Tier;
import org.jspecify.annotations.Nullable;

/**
 * The preferred locations of one task, as they stand in a decision record: nodes with scores. A node that stands twice
 * counts with its lower score. Arrays, because a record may hold a hundred thousand of these; they are given away to it.
 *
 * @param nodes node indices; empty for a task without preference
 * @param scores their scores in the numbers of the record, same length
 * @param tiers the tier read on each, with null for a process-local input, same length; null as a whole where the record
 *     does not say
 * @param arriving whether the input is still on its way to each, same length; null if nothing is on its way
 */
public record RecordedTask(
        int[] nodes, double[] scores, @Nullable Tier @Nullable [] tiers, boolean @Nullable [] arriving) {
    private static final double MEMORY_SSD = border(Tier.MEMORY, Tier.SSD);
    private static final double SSD_HDD = border(Tier.SSD, Tier.HDD);
    private static final double HDD_REMOTE = border(Tier.HDD, Tier.REMOTE);

    /** A task of which nothing is on its way into a cache. */
    public RecordedTask(int[] nodes, double[] scores, @Nullable Tier @Nullable [] tiers) {
        this(nodes, scores, tiers, null);
    }

    public RecordedTask {
        if (arriving != null && arriving.length != nodes.length) {
            throw new IllegalArgumentException("expected as many marks as nodes");
        }
        if (scores.length != nodes.length || (tiers != null && tiers.length != nodes.length)) {
            throw new IllegalArgumentException("expected as many scores and tiers as nodes");
        }
    }

    public int size() {
        return nodes.length;
    }

    /** The tier at the {@code i}-th location if the record says it, else the one nearest to its score. */
    @Nullable
    Tier tier(int i, int scale) {
        return tiers != null ? tiers[i] : nearestTier(scores[i] / scale);
    }

    /** Between Trident's scores: nearest by ratio, so their geometric mean. */
    private static double border(Tier faster, Tier slower) {
        return Math.sqrt(TierScores.TRIDENT.score(0, faster) * TierScores.TRIDENT.score(0, slower));
    }

    /** The tier whose score is nearest; null for 0, an input in the process itself. */
    static @Nullable Tier nearestTier(double score) {
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

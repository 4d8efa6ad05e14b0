package io.tiercel.record;

import io.tiercel.model.Tier;
import org.jspecify.annotations.Nullable;

/**
 * The preferred locations of one task, as they stand in a decision record: nodes with scores. A node that stands twice
 * counts with its lower score. Arrays, because a record may hold a hundred thousand of these; they are given away to it.
 */
public final class RecordedTask {
    private final int[] nodes;
    private final double[] scores;
    private final @Nullable Tier @Nullable [] tiers;

    /**
     * @param nodes node indices; empty for a task without preference
     * @param scores their scores in the numbers of the record, same length
     * @param tiers the tier read on each, with null for a process-local input, same length; null as a whole where the
     *     record does not say
     */
    public RecordedTask(int[] nodes, double[] scores, @Nullable Tier @Nullable [] tiers) {
        if (scores.length != nodes.length || (tiers != null && tiers.length != nodes.length)) {
            throw new IllegalArgumentException("expected as many scores and tiers as nodes");
        }
        this.nodes = nodes;
        this.scores = scores;
        this.tiers = tiers;
    }

    public int size() {
        return nodes.length;
    }

    public int node(int i) {
        return nodes[i];
    }

    public double score(int i) {
        return scores[i];
    }

    /** Whether the record says from which tiers the task would read. */
    public boolean saysTiers() {
        return tiers != null;
    }

    /** The tier at the {@code i}-th location if the record says it, else the one nearest to its score. */
    @Nullable
    Tier tier(int i, int scale) {
        return tiers != null ? tiers[i] : NearestTier.of(scores[i] / scale);
    }

    /** The tier said for the {@code i}-th location, null for a process-local input; only where {@link #saysTiers}. */
    public @Nullable Tier tier(int i) {
        if (tiers == null) {
            throw new IllegalStateException("the record does not say tiers");
        }
        return tiers[i];
    }
}

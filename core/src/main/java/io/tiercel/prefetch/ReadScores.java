package io.tiercel.prefetch;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.TierScores;
import io.tiercel.model.Preconditions;
import io.tiercel.model.Tier;

/**
 * The scores by which the modelled scheduler orders tasks, as its cost model has them. Each is at least 0 and finite.
 *
 * @param arriving score of a block on its way into memory
 * @param noInput score of a task without input
 */
public record ReadScores(double memory, double ssd, double hdd, double remote, double arriving, double noInput) {
    /** Of {@link CostModel#trident}. */
    public static final ReadScores TRIDENT = of(CostModel.trident(), 0);

    public ReadScores {
        for (double score : new double[] {memory, ssd, hdd, remote, arriving, noInput}) {
            Preconditions.nonNegative("score", score);
        }
    }

    /** The scores of a cost model on one node, which stands for all. */
    public static ReadScores of(CostModel costs, int node) {
        return new ReadScores(
                costs.score(node, Tier.MEMORY),
                costs.score(node, Tier.SSD),
                costs.score(node, Tier.HDD),
                costs.score(node, Tier.REMOTE),
                costs.arrivingScore(node),
                costs.c0());
    }

    public double of(Tier tier) {
        return TierScores.uniform(memory, ssd, hdd, remote).score(0, tier);
    }
}

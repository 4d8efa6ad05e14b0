package io.tiercel.spark.prefetch;

import io.tiercel.config.Key;
import io.tiercel.config.Settings;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.spark.TiercelKeys;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How fast tiers are where no agent has measured it: by their scores, bytes per second. Of tiers scores say only how fast they are
 * beside each other; the unit that makes rates of them is no measure of this cluster.
 */
final class TierRates {
    /** A score of 0 is a reading that takes no time; the models need some. */
    private static final double LEAST_SCORE = 1e-3;

    private final Map<Tier, Double> rates = new EnumMap<>(Tier.class);

    TierRates(Settings settings) {
        put(Tier.MEMORY, TiercelKeys.SCORE_MEMORY, settings);
        put(Tier.SSD, TiercelKeys.SCORE_SSD, settings);
        put(Tier.HDD, TiercelKeys.SCORE_HDD, settings);
        put(Tier.REMOTE, TiercelKeys.SCORE_REMOTE, settings);
    }

    private void put(Tier tier, Key<Double> score, Settings settings) {
        rates.put(tier, settings.get(TiercelKeys.SCORE_UNIT) / Math.max(LEAST_SCORE, settings.get(score)));
    }

    double of(Tier tier) {
        return rates.get(tier);
    }

    /**
     * What belongs to no device. Memory is faster than every device by as much as the scores say, however fast agents have found that
     * device: else a unit too small would make a disk of it.
     */
    ReadRates withoutDevices(List<SourceDevice> devices) {
        double memory = devices.stream()
                .mapToDouble(device -> device.bytesPerSecond() * of(Tier.MEMORY) / of(device.tier()))
                .reduce(of(Tier.MEMORY), Math::max);
        return new ReadRates(memory, of(Tier.REMOTE));
    }
}

package io.tiercel.spark.prefetch;

import io.tiercel.config.Settings;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.spark.TiercelKeys;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The read rates of tiers, in bytes per second, where no agent has measured them. They follow from the tiers' scores. Scores only
 * compare tiers; the unit that turns them into rates is no measurement of this cluster.
 */
final class TierRates {
    /** A score of 0 stands for a read that takes no time; the models need some. */
    private static final double LEAST_SCORE = 1e-3;

    private final Map<Tier, Double> rates = new EnumMap<>(Tier.class);

    TierRates(Settings settings) {
        double unit = settings.get(TiercelKeys.SCORE_UNIT);
        TiercelKeys.SCORES.forEach((tier, key) -> rates.put(tier, unit / Math.max(LEAST_SCORE, settings.get(key))));
    }

    double of(Tier tier) {
        return rates.get(tier);
    }

    /**
     * The rates of memory and of remote reads. Memory is faster than each measured device by the ratio of their scores; otherwise a
     * small unit would make memory as slow as a disk.
     */
    ReadRates withoutDevices(List<SourceDevice> devices) {
        double memory = devices.stream()
                .mapToDouble(device -> device.bytesPerSecond() * of(Tier.MEMORY) / of(device.tier()))
                .reduce(of(Tier.MEMORY), Math::max);
        return new ReadRates(memory, of(Tier.REMOTE));
    }
}

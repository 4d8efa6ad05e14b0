package io.tiercel.assign;

import io.tiercel.model.Preconditions;
import io.tiercel.model.Tier;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tier scores from measured read rates of devices (future work in Trident). Immutable.
 *
 * <p>A tier's score is the speed of score 1 over the median of its devices. Scores are whole numbers. They change only when one
 * is off by a quarter and by 1, so that estimates that go up and down do not reprice stages. The slowest tier stays below a
 * bound, since a local read must not cost more than one over the network; the others keep their proportion to it. Nothing
 * changes while some tier has devices of which none was measured.
 *
 * @param scores by tier; before anything was measured a score for each
 * @param fixed tiers whose scores never change; memory and remote storage never do
 * @param unit bytes per second of score 1
 * @param most highest score of a device, at least 2
 */
public record MeasuredScores(Map<Tier, Double> scores, Set<Tier> fixed, double unit, double most) {
    /** A score changes only if it is off by this factor. */
    private static final double NOTEWORTHY = 1.25;

    private static final Set<Tier> OF_DEVICES = Collections.unmodifiableSet(EnumSet.of(Tier.SSD, Tier.HDD));

    /**
     * A device.
     *
     * @param bytesPerSecond as measured; 0 if it was not
     */
    public record Device(Tier tier, double bytesPerSecond) {
        public Device {
            Preconditions.nonNegative("bytesPerSecond", bytesPerSecond);
        }
    }

    public MeasuredScores {
        if (!(unit > 0 && most >= 2)) {
            throw new IllegalArgumentException(
                    "expected a unit above 0 and a most of at least 2, got " + unit + " and " + most);
        }
        scores = Map.copyOf(scores);
        fixed = Set.copyOf(fixed);
        most = Math.floor(most);
    }

    public double score(Tier tier) {
        return scores.getOrDefault(tier, most);
    }

    /** The scores for these devices; this object if none differs by enough. */
    public MeasuredScores with(List<Device> devices) {
        Map<Tier, Double> found = new EnumMap<>(Tier.class);
        for (Tier tier : OF_DEVICES) {
            List<Double> rates = devices.stream()
                    .filter(device -> device.tier() == tier && device.bytesPerSecond() > 0)
                    .map(Device::bytesPerSecond)
                    .sorted()
                    .toList();
            if (!rates.isEmpty()) {
                found.put(tier, unit / rates.get((rates.size() - 1) / 2));
            } else if (devices.stream().anyMatch(device -> device.tier() == tier)) {
                return this;
            }
        }
        found.keySet().removeAll(fixed);
        double highest = found.values().stream().mapToDouble(d -> d).max().orElse(0);
        double scale = Math.min(1, most / highest);
        found.replaceAll((tier, score) -> Math.max(2, score * scale));
        if (found.entrySet().stream().noneMatch(each -> isNoteworthy(score(each.getKey()), each.getValue()))) {
            return this;
        }
        Map<Tier, Double> changed = new EnumMap<>(scores);
        found.forEach((tier, score) -> changed.put(tier, Math.rint(score)));
        return new MeasuredScores(changed, fixed, unit, most);
    }

    private static boolean isNoteworthy(double before, double now) {
        // Beside whole numbers as small as 2 a quarter is less than what rounding does.
        return Math.abs(now - before) >= 1 && (now > NOTEWORTHY * before || before > NOTEWORTHY * now);
    }
}

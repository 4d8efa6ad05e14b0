package io.tiercel.prefetch.learn;

import io.tiercel.model.Preconditions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * Correction factors of one kind of job by its tasks at once: one, two, four, eight and so on. Shared processors and links, which
 * the models leave out, differ between these.
 */
public final class CorrectionFactors {
    private static final CorrectionFactors NONE = new CorrectionFactors(new TreeMap<>());

    /** By the logarithm of the number of tasks at once; never changed. */
    private final TreeMap<Integer, CorrectionFactor> byHalvings;

    private CorrectionFactors(TreeMap<Integer, CorrectionFactor> byHalvings) {
        this.byHalvings = byHalvings;
    }

    /** @throws IllegalArgumentException if it is no {@link #state} of such a map of factors */
    public static CorrectionFactors restored(double[] state) {
        if (state.length % 2 != 0) {
            throw new IllegalArgumentException("state: expected pairs of numbers, got " + state.length + " numbers");
        }
        CorrectionFactors restored = NONE;
        for (int at = 0; at < state.length; at += 2) {
            int atOnce = (int) state[at];
            if (atOnce != state[at]) {
                throw new IllegalArgumentException("tasks at once: expected an integer, got " + state[at]);
            }
            Preconditions.positive("ratio", state[at + 1]);
            restored = restored.with(atOnce, 1, state[at + 1]);
        }
        return restored;
    }

    /**
     * The factors after another job.
     *
     * @param atOnce how many of its tasks ran at once, at least 1
     * @param foretold by the models, uncorrected, seconds
     * @param measured seconds; nothing is learned if either is 0 or unknown
     */
    public CorrectionFactors with(int atOnce, double foretold, double measured) {
        int halvings = halvings(atOnce);
        CorrectionFactor before = byHalvings.getOrDefault(halvings, CorrectionFactor.none());
        CorrectionFactor after = before.with(foretold, measured);
        if (after == before) {
            return this;
        }
        TreeMap<Integer, CorrectionFactor> more = new TreeMap<>(byHalvings);
        more.put(halvings, after);
        return new CorrectionFactors(more);
    }

    /** The factor for {@code atOnce} tasks at once, or the nearest known; of two as near, the larger. */
    public CorrectionFactor of(int atOnce) {
        int halvings = halvings(atOnce);
        Map.Entry<Integer, CorrectionFactor> above = byHalvings.ceilingEntry(halvings);
        Map.Entry<Integer, CorrectionFactor> below = byHalvings.floorEntry(halvings);
        if (above == null || below == null) {
            return above != null ? above.getValue() : below != null ? below.getValue() : CorrectionFactor.none();
        }
        return above.getKey() - halvings <= halvings - below.getKey() ? above.getValue() : below.getValue();
    }

    private static int halvings(int atOnce) {
        if (atOnce < 1) {
            throw new IllegalArgumentException("tasks at once: expected at least 1, got " + atOnce);
        }
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(atOnce);
    }

    /** Tasks at once and ratios in turns, for {@link #restored}. */
    public double[] state() {
        return byHalvings.entrySet().stream()
                .flatMapToDouble(each -> DoubleStream.of(each.getValue().state())
                        .flatMap(ratio -> DoubleStream.of(1 << each.getKey(), ratio)))
                .toArray();
    }
}

package io.tiercel.prefetch.learn;

import io.tiercel.model.Preconditions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * By what factor one kind of job takes longer than foretold, apart for jobs of which one, two, four, eight and so on tasks run at once:
 * what the models leave out, as processors and links that tasks share, is another for each.
 */
public final class CorrectionFactors {
    private static final CorrectionFactors NONE = new CorrectionFactors(new TreeMap<>());

    /** By how often the number of tasks at once can be halved; never changed. */
    private final TreeMap<Integer, CorrectionFactor> byHalvings;

    private CorrectionFactors(TreeMap<Integer, CorrectionFactor> byHalvings) {
        this.byHalvings = byHalvings;
    }

    /** Of which no job is known. */
    public static CorrectionFactors none() {
        return NONE;
    }

    /**
     * That go on from where others' {@link #state} was taken.
     *
     * @throws IllegalArgumentException if it is not such a state
     */
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
     * With one job more.
     *
     * @param atOnce how many of its tasks ran at once, at least 1
     * @param foretold by the models, uncorrected, seconds
     * @param measured seconds; neither is learned from if one of them is 0 or not known
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

    /** For jobs of so many tasks at once; of those that are nearest where none such is known, and of two that are as near the larger. */
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

    /** Tasks at once and measured over foretold, by turns, for {@link #restored}. */
    public double[] state() {
        return byHalvings.entrySet().stream()
                .flatMapToDouble(each -> DoubleStream.of(each.getValue().state())
                        .flatMap(ratio -> DoubleStream.of(1 << each.getKey(), ratio)))
                .toArray();
    }
}

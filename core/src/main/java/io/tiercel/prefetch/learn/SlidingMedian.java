package io.tiercel.prefetch.learn;

import io.tiercel.model.Preconditions;
import java.util.Arrays;

/** A sliding-window median: robust to outliers, follows a change after half a window. Immutable. */
public final class SlidingMedian {
    private final double[] values;
    private final int memory;

    private SlidingMedian(int memory, double[] values) {
        this.memory = memory;
        this.values = values;
    }

    /** @param memory how many values are remembered; at least 1 */
    public static SlidingMedian none(int memory) {
        Preconditions.atLeast("memory", memory, 1);
        return new SlidingMedian(memory, new double[0]);
    }

    /**
     * Restores a median from its {@link #state}.
     *
     * @throws IllegalArgumentException if it is not such a state
     */
    public static SlidingMedian restored(int memory, double[] state) {
        SlidingMedian restored = none(memory);
        for (double value : state) {
            restored = restored.with(value);
        }
        return restored;
    }

    /** @param value at least 0, finite */
    public SlidingMedian with(double value) {
        Preconditions.nonNegative("value", value);
        return new SlidingMedian(memory, SlidingWindow.of(values, memory, value));
    }

    /** @return {@code unknown} before the first value */
    public double orElse(double unknown) {
        if (values.length == 0) {
            return unknown;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return ofSorted(sorted);
    }

    /** The median of sorted values; the mean of two in the middle. */
    static double ofSorted(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The remembered values, for {@link #restored}. */
    public double[] state() {
        return values.clone();
    }
}

package io.tiercel.prefetch.learn;

import io.tiercel.model.Preconditions;
import java.util.Arrays;
import java.util.stream.DoubleStream;

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

    /** @throws IllegalArgumentException if it is no {@link #state} of such a median */
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
        return new SlidingMedian(memory, last(values, memory, value));
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

    /** The last {@code most} of {@code values}, oldest first. */
    static double[] last(double[] values, int most) {
        return Arrays.copyOfRange(values, Math.max(0, values.length - most), values.length);
    }

    /** The last {@code most} after adding {@code more}, which are at most as many. */
    static double[] last(double[] values, int most, double... more) {
        return DoubleStream.concat(Arrays.stream(last(values, most - more.length)), Arrays.stream(more))
                .toArray();
    }

    /** The remembered values, for {@link #restored}. */
    public double[] state() {
        return values.clone();
    }
}

package io.tiercel.prefetch.learn;

import io.tiercel.model.Preconditions;
import java.util.Arrays;

/** The median of the last values of something: one that met with something else says nothing, and half of them follow a change. */
public final class SlidingMedian {
    private final double[] values;
    private final int memory;

    private SlidingMedian(int memory, double[] values) {
        this.memory = memory;
        this.values = values;
    }

    /** @param memory how many values are remembered; at least 1 */
    public static SlidingMedian none(int memory) {
        if (memory < 1) {
            throw new IllegalArgumentException("memory: expected at least 1, got " + memory);
        }
        return new SlidingMedian(memory, new double[0]);
    }

    /**
     * One that goes on from where another's {@link #state} was taken.
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
        Preconditions.seconds("value", value);
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

    /** Of two in the middle, their mean. */
    static double ofSorted(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The values that are remembered, for {@link #restored}. */
    public double[] state() {
        return values.clone();
    }
}

package io.tiercel.prefetch.learn;

import io.tiercel.model.Preconditions;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How long tasks of one kind compute, as a line over the bytes that they read (Trident, section 4.1: "a simple linear regression
 * model"), learned from the last tasks that ended.
 *
 * <p>The paper's least squares are moved by one task of thirty times the usual length. So the slope here is the repeated median
 * (Siegel, "Robust regression using repeated medians", Biometrika 69, 1982), and the offset the median of the residuals. Both
 * withstand almost half of the tasks being unusual, and follow a change after half of the remembered tasks.
 *
 * <p>A slope needs tasks of different sizes. With nearly equal sizes the line goes through the origin. Before the first task there is
 * no line, and callers plan without computing.
 */
public final class CpuTimeModel {
    /** Sizes that differ by less than this part of the median give no slope. */
    private static final double APART = 0.1;

    private final int memory;

    /** Bytes and seconds in turns, oldest first. */
    private double[] tasks = {};

    private boolean settled;
    private double slope;
    private double offset;

    /** @param memory how many of the last tasks are remembered; above 1 */
    public CpuTimeModel(int memory) {
        if (memory <= 1) {
            throw new IllegalArgumentException("memory: expected above 1, got " + memory);
        }
        this.memory = memory;
    }

    /** Adds a task that read {@code bytes} and computed for {@code seconds}. */
    public void learn(long bytes, double seconds) {
        Preconditions.nonNegative("bytes", bytes);
        Preconditions.nonNegative("seconds", seconds);
        tasks = SlidingMedian.last(tasks, 2 * memory, bytes, seconds);
        settled = false;
    }

    /** Whether any task was learned from. */
    public boolean knows() {
        return tasks.length > 0;
    }

    /** Seconds that a task over {@code bytes} is expected to compute; 0 before the first was learned from. */
    public double seconds(long bytes) {
        if (!knows()) {
            return 0;
        }
        if (!settled) {
            settle();
        }
        return Math.max(0, offset + slope * bytes);
    }

    /** Fits the line: the median over tasks of the median slope between a task and the others. */
    private void settle() {
        settled = true;
        int count = tasks.length / 2;
        double usual = median(count, this::bytes);
        double apart = APART * usual;
        double[] medians = new double[count];
        int sloping = 0;
        double[] slopes = new double[count];
        for (int task = 0; task < count; task++) {
            int others = 0;
            for (int other = 0; other < count; other++) {
                double distance = bytes(other) - bytes(task);
                if (Math.abs(distance) > apart) {
                    slopes[others++] = (seconds(other) - seconds(task)) / distance;
                }
            }
            if (others > 0) {
                medians[sloping++] = median(Arrays.copyOf(slopes, others));
            }
        }
        // A few unusual sizes must not decide alone.
        if (2 * sloping > count) {
            slope = Math.max(0, median(Arrays.copyOf(medians, sloping)));
            offset = median(count, task -> seconds(task) - slope * bytes(task));
        } else {
            throughOrigin(count, usual);
        }
    }

    private void throughOrigin(int count, double usual) {
        slope = usual > 0 ? median(count, task -> seconds(task) / Math.max(1, bytes(task))) : 0;
        offset = usual > 0 ? 0 : median(count, this::seconds);
    }

    private double bytes(int task) {
        return tasks[2 * task];
    }

    private double seconds(int task) {
        return tasks[2 * task + 1];
    }

    private static double median(int count, IntToDoubleFunction value) {
        return median(IntStream.range(0, count).mapToDouble(value).toArray());
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return SlidingMedian.ofSorted(values);
    }

    /** Bytes and seconds of the remembered tasks in turns, for {@link #restored}. */
    public double[] state() {
        return tasks.clone();
    }

    /** @throws IllegalArgumentException if it is no {@link #state} of such a model */
    public static CpuTimeModel restored(int memory, double[] state) {
        if (state.length % 2 != 0) {
            throw new IllegalArgumentException("state: expected pairs of numbers, got " + state.length + " numbers");
        }
        for (double number : state) {
            Preconditions.nonNegative("state", number);
        }
        CpuTimeModel model = new CpuTimeModel(memory);
        model.tasks = SlidingMedian.last(state, 2 * memory);
        return model;
    }
}

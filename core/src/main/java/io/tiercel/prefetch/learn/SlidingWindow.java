package io.tiercel.prefetch.learn;

import java.util.Arrays;

/** The last values of a series, oldest first, in arrays that are never written again. */
final class SlidingWindow {
    private SlidingWindow() {}

    /** The last {@code most} of {@code values}. */
    static double[] of(double[] values, int most) {
        return Arrays.copyOfRange(values, Math.max(0, values.length - most), values.length);
    }

    /** The last {@code most} after adding {@code more}, which are at most as many. */
    static double[] of(double[] values, int most, double... more) {
        double[] kept = of(values, most - more.length);
        double[] all = Arrays.copyOf(kept, kept.length + more.length);
        System.arraycopy(more, 0, all, kept.length, more.length);
        return all;
    }
}

package io.tiercel.sim.validation;

import java.util.Collection;

/** Medians. */
final class Medians {
    private Medians() {}

    /** The mean of the two in the middle of an even number; not a number of none. */
    static double of(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int n = sorted.length;
        return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
}

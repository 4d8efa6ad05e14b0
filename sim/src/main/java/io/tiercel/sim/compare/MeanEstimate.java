package io.tiercel.sim.compare;

import java.util.Locale;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean over seeds with its interval of 95% confidence.
 *
 * @param halfWidth half the width of the interval around the mean; NaN for a single seed
 */
public record MeanEstimate(double mean, double halfWidth) {
    private static final double QUANTILE = 0.975;

    /** The interval is that of Student's t distribution. */
    public static MeanEstimate of(double[] values) {
        int n = values.length;
        double mean = Mean.of(values).getAsDouble();
        if (n < 2) {
            return new MeanEstimate(mean, Double.NaN);
        }
        double quantile = TDistribution.of(n - 1).inverseCumulativeProbability(QUANTILE);
        return new MeanEstimate(mean, quantile * StandardDeviation.of(values).getAsDouble() / Math.sqrt(n));
    }

    public boolean hasInterval() {
        return !Double.isNaN(halfWidth);
    }

    /** The mean and, if there is one, the interval: {@code 12.3 ±0.4}. */
    public String text() {
        return hasInterval() ? number(mean) + " ±" + number(halfWidth) : number(mean);
    }

    /** The text, with a sign. */
    public String signedText() {
        return (mean > 0 ? "+" : "") + text();
    }

    private static String number(double value) {
        double size = Math.abs(value);
        return String.format(
                Locale.ROOT, size >= 1_000 ? "%,.0f" : size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }
}

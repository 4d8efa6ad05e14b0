package io.tiercel.demo.report;

import java.util.Arrays;
import java.util.Collection;

/** The middle and the ends of some measurements; with a handful of rounds more would claim too much. */
public record Spread(double median, double min, double max) {
    /**
     * The spread of at least one value; of an even number of values the median is the mean of the middle two.
     *
     * @throws IllegalArgumentException if there is no value
     */
    public static Spread of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("expected at least one value");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** Seconds, as tables show them: the median, and from where to where they range. */
    public String seconds() {
        return text("%.2f (%.2f-%.2f)", 1);
    }

    /**
     * Formats median, minimum and maximum, in this order, each multiplied by {@code factor}. Leaves out the part of the format in
     * brackets if there is no range.
     */
    public String text(String format, double factor) {
        String shown = min == max ? format.replaceAll(" \\(.*\\)", "") : format;
        return ReportText.text(shown, factor * median, factor * min, factor * max);
    }

    public static Spread of(double... values) {
        return of(Arrays.stream(values).boxed().toList());
    }
}

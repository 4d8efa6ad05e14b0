package io.tiercel.cli.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chart of a page, drawn by chart.js.
 *
 * @param labels one for each group of bars; none for lanes
 * @param step distance of a lane's values on the x axis; 0 for bars
 */
public record PageChart(Kind kind, List<String> labels, double step, List<Series> series) {
    /** Bars in groups, or filled lanes below one another over time. */
    public enum Kind {
        BARS,
        LANES
    }

    /**
     * Bars of one colour, or one lane.
     *
     * @param colour number of the colour
     * @param values of lanes, parts of their full height: 0 to 1
     * @param marks ranges that are outlined on the bars; null for none
     */
    public record Series(String name, int colour, List<Double> values, List<@Nullable Range> marks) {}

    /** A null bound is infinite. */
    public record Range(@Nullable Double low, @Nullable Double high) {
        public static Range of(double low, double high) {
            return new Range(finite(low), finite(high));
        }

        private static @Nullable Double finite(double value) {
            return Double.isFinite(value) ? value : null;
        }
    }
}

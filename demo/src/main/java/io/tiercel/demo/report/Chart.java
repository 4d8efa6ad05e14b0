package io.tiercel.demo.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chart of a report's page.
 *
 * @param title over it
 * @param lead how to read it
 * @param kind bars lie, and are grouped by label; lines stand on x
 * @param unit behind each number, such as {@code  s} or {@code ×}
 * @param xTitle of lines
 * @param labels of bars' groups; none for lines
 * @param series in the order of the legend
 * @param reference a value to draw a line at
 */
public record Chart(
        String title,
        String lead,
        Kind kind,
        String unit,
        String xTitle,
        List<String> labels,
        List<Series> series,
        @Nullable Double reference) {
    public Chart {
        labels = List.copyOf(labels);
        series = List.copyOf(series);
    }

    /** How it is drawn. */
    public enum Kind {
        BARS,
        LINES
    }

    /** Bars: one point for each label, in their order. */
    public record Series(String name, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    /** A value, and from where to where it ranges; {@code x} counts for lines only. */
    public record Point(double x, double y, double low, double high) {
        /** Of a line. */
        public static Point at(double x, double y) {
            return new Point(x, y, y, y);
        }

        /** Of bars. */
        public static Point of(Spread spread) {
            return new Point(0, spread.median(), spread.min(), spread.max());
        }
    }

    /** Bars in groups. */
    public static Chart bars(
            String title,
            String lead,
            String unit,
            List<String> labels,
            List<Series> series,
            @Nullable Double reference) {
        return new Chart(title, lead, Kind.BARS, unit, "", labels, series, reference);
    }

    /** Lines over time or another quantity. */
    public static Chart lines(String title, String lead, String unit, String xTitle, List<Series> series) {
        return new Chart(title, lead, Kind.LINES, unit, xTitle, List.of(), series, null);
    }
}

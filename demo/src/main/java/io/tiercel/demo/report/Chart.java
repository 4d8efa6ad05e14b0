package io.tiercel.demo.report;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A chart of a report's page.
 *
 * @param heading what it shows, and how it is drawn
 * @param labels of bars' groups; none for lines
 * @param series in the order of the legend
 */
public record Chart(Heading heading, String xTitle, List<String> labels, List<Series> series) {
    public Chart {
        labels = List.copyOf(labels);
        series = List.copyOf(series);
    }

    /** How a chart is drawn: bars lie, and are grouped by label; lines stand on x. */
    public enum Kind {
        BARS,
        /** The series of a label are parts of one bar. */
        STACKED,
        LOGARITHMIC,
        LINES
    }

    /**
     * What a chart shows.
     *
     * @param lead how to read it
     * @param unit behind each number, such as {@code  s} or {@code ×}
     * @param reference a value to draw a line at
     */
    public record Heading(String title, String lead, String unit, Kind kind, @Nullable Double reference) {
        /** Bars without a reference. */
        public static Heading ofBars(String title, String lead, String unit) {
            return new Heading(title, lead, unit, Kind.BARS, null);
        }

        /** Bars around the line of 1. */
        public static Heading ofRatios(String title, String lead) {
            return new Heading(title, lead, "×", Kind.BARS, 1.0);
        }

        public static Heading ofLines(String title, String lead, String unit) {
            return new Heading(title, lead, unit, Kind.LINES, null);
        }
    }

    /** Bars: one point for each label, in their order. */
    public record Series(String name, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    /** A value, and from where to where it ranges; {@code x} counts for lines only. */
    public record Point(double x, double y, double low, double high) {
        public static Point at(double x, double y) {
            return new Point(x, y, y, y);
        }

        static Point of(Spread spread) {
            return new Point(0, spread.median(), spread.min(), spread.max());
        }
    }

    /** Values along one direction of a chart, with their labels. */
    public record Axis<T>(List<T> values, Function<T, String> label) {
        List<String> labels() {
            return values.stream().map(label).toList();
        }
    }

    /** Bars: a group for each value of {@code groups}, and in it a bar for each of {@code series}. */
    public static <G, S> Chart bars(Heading heading, Axis<G> groups, Axis<S> series, BiFunction<G, S, Spread> value) {
        return new Chart(
                heading,
                "",
                groups.labels(),
                series.values().stream()
                        .map(each -> new Series(
                                series.label().apply(each),
                                groups.values().stream()
                                        .map(group -> Point.of(value.apply(group, each)))
                                        .toList()))
                        .toList());
    }
}

package io.tiercel.sim.paper;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The simulated values of a figure, with what the paper reports beside them.
 *
 * @param title the paper, the figure or table, and what it shows
 * @param tolerance by how much a value may miss the reported one and still agree with it, in the unit
 * @param series lines of values, or colours of bars
 * @param notes what is assumed, with its source; and why values differ from the paper's
 */
public record FigureResult(
        String title, String unit, double tolerance, List<String> columns, List<Series> series, List<String> notes) {
    public FigureResult {
        columns = List.copyOf(columns);
        series = List.copyOf(series);
        notes = List.copyOf(notes);
        for (Series each : series) {
            if (each.values().size() != columns.size()) {
                throw new IllegalArgumentException(title + ": " + each.name() + ": expected " + columns.size()
                        + " values, got " + each.values().size());
            }
        }
    }

    /**
     * The values of one system, or of one measure.
     *
     * @param name as the paper calls it; a measure may follow after a colon
     * @param values one for each column
     * @param isNullModel whether it is no system of the paper, but one that lacks what the paper adds
     */
    public record Series(String name, List<Value> values, boolean isNullModel) {
        public Series {
            values = List.copyOf(values);
        }

        /** A system, or a measure, of the paper. */
        public Series(String name, List<Value> values) {
            this(name, values, false);
        }

        Series asNullModel() {
            return new Series(name, values, true);
        }

        private boolean hasMeasureOf(Series other) {
            return measure(name).equals(measure(other.name));
        }

        private static String measure(String name) {
            int colon = name.lastIndexOf(": ");
            return colon < 0 ? "" : name.substring(colon);
        }

        /**
         * Simulated values beside reported ones.
         *
         * @param reported what the paper reports, separated by blanks: {@code 36}, {@code 30-40}, {@code <0}, or {@code -} for nothing; a single one holds
         *     for all values
         */
        static Series of(String name, String reported, double... ours) {
            List<String> words = List.of(reported.split(" "));
            List<String> ranges = words.size() == 1 ? Collections.nCopies(ours.length, words.get(0)) : words;
            if (ranges.size() != ours.length) {
                throw new IllegalArgumentException(
                        name + ": expected " + ours.length + " reported values, got '" + reported + "'");
            }
            List<Value> values = new ArrayList<>();
            for (int i = 0; i < ours.length; i++) {
                values.add(new Value(ours[i], PaperRange.parse(ranges.get(i))));
            }
            return new Series(name, values);
        }
    }

    /**
     * A simulated value.
     *
     * @param paper what the paper reports; empty where it gives no number
     */
    public record Value(double ours, Optional<PaperRange> paper) {}

    /** Whether a value is within the tolerance; true where the paper reports none. */
    public boolean agrees(Value value) {
        return value.paper()
                .map(range -> range.contains(value.ours(), tolerance))
                .orElse(true);
    }

    public long reported() {
        return values().stream().filter(value -> value.paper().isPresent()).count();
    }

    /** How many values agree. Where there are null models: and no null model agrees with the reported value as well. */
    public long agreeing() {
        return agreeing(false);
    }

    /** How many values agree, but so does a null model: they show nothing. */
    public long agreeingWithNullModels() {
        return agreeing(true);
    }

    public boolean hasNullModels() {
        return series.stream().anyMatch(Series::isNullModel);
    }

    private long agreeing(boolean nullModelsToo) {
        long count = 0;
        for (Series each : series) {
            for (int column = 0; column < columns.size(); column++) {
                Value value = each.values().get(column);
                if (value.paper().isPresent() && agrees(value)) {
                    count += nullModelReaches(each, column, value.paper().get()) == nullModelsToo ? 1 : 0;
                }
            }
        }
        return count;
    }

    private boolean nullModelReaches(Series system, int column, PaperRange range) {
        return series.stream()
                .filter(each -> each.isNullModel() && each.hasMeasureOf(system))
                .anyMatch(each -> range.contains(each.values().get(column).ours(), tolerance));
    }

    private List<Value> values() {
        return series.stream().flatMap(each -> each.values().stream()).toList();
    }

    /**
     * One number that a paper reports, as exactly as its text, table or labels give it.
     *
     * @param low lower bound, inclusive; infinite for none
     * @param high upper bound, inclusive; infinite for none
     */
    public record PaperRange(double low, double high) {
        private static final Pattern FROM_TO = Pattern.compile("([0-9.]+)-([0-9.]+)");

        public PaperRange {
            if (!(low <= high)) {
                throw new IllegalArgumentException("range: expected low up to high, got " + low + " to " + high);
            }
        }

        public static PaperRange of(double value) {
            return new PaperRange(value, value);
        }

        /** The range of a text such as {@code 31.5}, {@code 30-40}, {@code <0} or {@code >25}; empty for {@code -}. */
        static Optional<PaperRange> parse(String text) {
            if (text.equals("-")) {
                return Optional.empty();
            }
            Matcher fromTo = FROM_TO.matcher(text);
            if (fromTo.matches()) {
                return Optional.of(
                        new PaperRange(Double.parseDouble(fromTo.group(1)), Double.parseDouble(fromTo.group(2))));
            }
            return Optional.of(
                    switch (text.charAt(0)) {
                        case '<' -> new PaperRange(Double.NEGATIVE_INFINITY, Double.parseDouble(text.substring(1)));
                        case '>' -> new PaperRange(Double.parseDouble(text.substring(1)), Double.POSITIVE_INFINITY);
                        default -> of(Double.parseDouble(text));
                    });
        }

        boolean contains(double value, double tolerance) {
            return value >= low - tolerance && value <= high + tolerance;
        }

        /** The text that {@link #parse} reads. */
        @Override
        public String toString() {
            if (low == high) {
                return number(low);
            }
            if (high == Double.POSITIVE_INFINITY) {
                return ">" + number(low);
            }
            return low == Double.NEGATIVE_INFINITY ? "<" + number(high) : number(low) + "-" + number(high);
        }

        private static String number(double value) {
            return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.1f", value);
        }
    }
}

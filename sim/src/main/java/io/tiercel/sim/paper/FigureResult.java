package io.tiercel.sim.paper;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

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
     * @param name as the paper calls it
     * @param values one for each column
     */
    public record Series(String name, List<Value> values) {
        public Series {
            values = List.copyOf(values);
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

    /** How many values the paper reports. */
    public long reported() {
        return values().stream().filter(value -> value.paper().isPresent()).count();
    }

    /** How many of the reported values agree. */
    public long agreeing() {
        return values().stream()
                .filter(value -> value.paper().isPresent() && agrees(value))
                .count();
    }

    private List<Value> values() {
        return series.stream().flatMap(each -> each.values().stream()).toList();
    }
}

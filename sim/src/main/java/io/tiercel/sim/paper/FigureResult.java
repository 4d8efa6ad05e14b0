package io.tiercel.sim.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What came out of an experiment, with what the paper reports beside it.
 *
 * @param title the paper, the figure or table, and what it shows
 * @param unit of all values
 * @param tolerance by how much a value may miss what the paper reports and still count as the same, in the unit
 * @param columns what the values of a series are for
 * @param series one line of values, or one colour of bars, each
 * @param notes what is assumed, with its source; and where ours and the paper's differ, why
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
    }

    /**
     * A value.
     *
     * @param ours what came out here
     * @param paper what the paper reports; empty where it gives no number
     */
    public record Value(double ours, Optional<PaperRange> paper) {}

    /** Puts a series together, value by value. */
    static final class SeriesBuilder {
        private final String name;
        private final List<Value> values = new ArrayList<>();

        SeriesBuilder(String name) {
            this.name = name;
        }

        SeriesBuilder add(double ours, Optional<PaperRange> paper) {
            values.add(new Value(ours, paper));
            return this;
        }

        SeriesBuilder add(double ours, double paper) {
            return add(ours, PaperRange.exactly(paper));
        }

        SeriesBuilder add(double ours) {
            return add(ours, Optional.empty());
        }

        Series build() {
            return new Series(name, values);
        }
    }

    /** Whether a value is as the paper has it, if that says anything of it. */
    public boolean agrees(Value value) {
        return value.paper()
                .map(range -> range.contains(value.ours(), tolerance))
                .orElse(true);
    }

    /** How many values the paper reports. */
    public long reported() {
        return values().stream().filter(value -> value.paper().isPresent()).count();
    }

    /** How many of them come out as it reports them. */
    public long agreeing() {
        return values().stream()
                .filter(value -> value.paper().isPresent() && agrees(value))
                .count();
    }

    private List<Value> values() {
        return series.stream().flatMap(each -> each.values().stream()).toList();
    }
}

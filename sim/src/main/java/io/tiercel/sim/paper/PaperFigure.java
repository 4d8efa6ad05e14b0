package io.tiercel.sim.paper;

import io.tiercel.sim.paper.FigureResult.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A figure or a table of a paper, and how its values are simulated.
 *
 * @param title what the values show
 * @param tolerance by how much a value may miss the reported one and still agree with it, in the unit
 * @param reported what the paper reports for each row, as {@link Series#of} reads it, in the rows' order
 * @param notes what is assumed, with its source; and why values differ from the paper's
 */
public record PaperFigure(
        Label label,
        String title,
        String unit,
        double tolerance,
        List<String> columns,
        Map<String, String> reported,
        List<String> notes,
        FigureSimulation simulation) {
    public PaperFigure {
        columns = List.copyOf(columns);
        reported = Collections.unmodifiableMap(new LinkedHashMap<>(reported));
        notes = List.copyOf(notes);
    }

    /** Makes the values of a figure. */
    @FunctionalInterface
    interface FigureSimulation {
        /**
         * The values of a row by its name.
         *
         * @param repetitions runs of each set-up, with seeds 1, 2 …; at least 1
         */
        Function<String, double[]> rows(int repetitions);
    }

    /** The system that a row names. */
    static <S> S named(S[] systems, String name) {
        return Arrays.stream(systems)
                .filter(system -> system.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("row: there is no system '" + name + "'"));
    }

    /**
     * Simulates the figure.
     *
     * @param repetitions runs of each set-up, with seeds 1, 2 …; at least 1
     */
    public FigureResult run(int repetitions) {
        Function<String, double[]> rows = simulation.rows(repetitions);
        List<Series> series = new ArrayList<>();
        reported.forEach((name, values) -> series.add(Series.of(name, values, rows.apply(name))));
        return new FigureResult(title, unit, tolerance, columns, series, notes);
    }

    /** The name of a figure or table. */
    public record Label(String paper, Kind kind, int number) {}

    /** Figure or table. */
    public enum Kind {
        FIGURE("figure"),
        TABLE("table");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** The name of the command-line option, without its dashes. */
        public String text() {
            return text;
        }
    }
}

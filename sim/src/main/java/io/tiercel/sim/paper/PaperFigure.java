package io.tiercel.sim.paper;

import java.util.List;

/**
 * A figure or a table of a paper, and how its values are simulated.
 *
 * @param label the paper, and the number of the figure or table
 * @param title what the values show
 * @param unit of all values
 * @param tolerance by how much a value may miss the reported one and still agree with it, in the unit
 * @param columns one for each value of a series
 * @param notes what is assumed, with its source; and why values differ from the paper's
 * @param simulation makes the values
 */
public record PaperFigure(
        Label label,
        String title,
        String unit,
        double tolerance,
        List<String> columns,
        List<String> notes,
        Simulation simulation) {
    public PaperFigure {
        columns = List.copyOf(columns);
        notes = List.copyOf(notes);
    }

    /** Makes the values of a figure. */
    @FunctionalInterface
    interface Simulation {
        /** @param repetitions runs of each set-up, with seeds 1, 2 …; at least 1 */
        List<FigureResult.Series> series(int repetitions);
    }

    /**
     * Simulates the figure.
     *
     * @param repetitions runs of each set-up, with seeds 1, 2 …; at least 1
     */
    public FigureResult run(int repetitions) {
        return new FigureResult(title, unit, tolerance, columns, simulation.series(repetitions), notes);
    }

    /**
     * The name of a figure or table.
     *
     * @param paper as users name it
     * @param number in the paper
     */
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

package io.tiercel.sim.paper;

/** A figure or a table of a paper, as it can be run here. */
public interface PaperFigure {
    /** What it is. */
    Label label();

    /**
     * Runs it.
     *
     * @param repetitions how often, with seeds 1, 2 …; at least 1
     */
    FigureResult run(int repetitions);

    /**
     * What an experiment repeats.
     *
     * @param paper as users name it
     * @param number of the figure or table in the paper
     */
    record Label(String paper, Kind kind, int number) {}

    /** Of what an experiment is. */
    enum Kind {
        FIGURE("figure"),
        TABLE("table");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** The option by which users ask for it, without its dashes. */
        public String text() {
            return text;
        }
    }
}

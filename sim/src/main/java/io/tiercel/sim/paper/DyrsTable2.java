package io.tiercel.sim.paper;

import io.tiercel.model.Tier;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Interference;
import io.tiercel.sim.paper.DyrsSetup.FileSystem;
import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import java.util.List;

/** DYRS, table II: how long a sort takes under patterns of interference. */
final class DyrsTable2 implements PaperFigure {
    /** Of the sort; fitted so that the first pattern takes as long as in the paper, see decision 1207. */
    private static final long SORTED = 47_000_000_000L;

    /** Of the program that makes the patterns; section V-C: it is another one than {@code dd}. */
    private static final int STREAMS = 2;

    private static final int OTHER_NODE = 5;

    @Override
    public Label label() {
        return new Label(DyrsSetup.PAPER, Kind.TABLE, 2);
    }

    @Override
    public FigureResult run(int repetitions) {
        long ten = 10 * Engine.SECOND;
        SeriesBuilder seconds = new SeriesBuilder("sort job runtime")
                .add(seconds(List.of(Interference.steady(DyrsSetup.SLOW_NODE, Tier.HDD, STREAMS)), repetitions), 137)
                .add(seconds(List.of(first(ten)), repetitions), 127)
                .add(seconds(List.of(first(2 * ten)), repetitions), 129)
                .add(seconds(List.of(first(ten), second(ten)), repetitions), 135)
                .add(seconds(List.of(first(2 * ten), second(2 * ten)), repetitions), 137);
        return new FigureResult(
                "DYRS, table II: runtime of a sort with DYRS under patterns of interference",
                "s",
                6,
                List.of(
                        "1 always (9a)",
                        "1 every 10 s (9b)",
                        "1 every 20 s (9c)",
                        "1 and 2 every 10 s (9d)",
                        "1 and 2 every 20 s (9e)"),
                List.of(seconds.build()),
                List.of(
                        "The size of the sort is not in the paper; " + SORTED / 1_000_000_000
                                + " GB make the first pattern take as long as there. Where both nodes are disturbed they are so by turns, by a program that is not dd (section V-C): two equal readers here.",
                        "The claim: patterns with as much interference in all (9a, 9d, 9e; and 9b, 9c) take the same time, and half of it"
                                + " takes less."));
    }

    private static Interference first(long period) {
        return new Interference(DyrsSetup.SLOW_NODE, Tier.HDD, STREAMS, period, false);
    }

    private static Interference second(long period) {
        return new Interference(OTHER_NODE, Tier.HDD, STREAMS, period, true);
    }

    private static double seconds(List<Interference> interference, int repetitions) {
        double sum = 0;
        for (long seed = 1; seed <= repetitions; seed++) {
            sum += DyrsSetup.last(
                            FileSystem.DYRS,
                            DyrsJobs.sort(SORTED, DyrsSetup.FITTED),
                            DyrsSetup.FITTED,
                            interference,
                            seed)
                    .duration();
        }
        return sum / 1e9 / repetitions;
    }
}

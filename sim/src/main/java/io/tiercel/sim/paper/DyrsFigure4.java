package io.tiercel.sim.paper;

import io.tiercel.sim.paper.DyrsSetup.Costs;
import io.tiercel.sim.paper.DyrsSetup.FileSystem;
import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** DYRS, figure 4: by how much ten Hive queries take less time than with HDFS. */
final class DyrsFigure4 implements PaperFigure {
    /** Of the queries' inputs; assumed, the figure's bars have no labels. */
    private static final List<Long> GIGABYTES = List.of(3L, 5L, 7L, 10L, 13L, 17L, 22L, 28L, 35L, 45L);

    /** Of queries: as of other jobs but for the computing, which is fitted on inputs in memory: decision 1207. */
    private static final Costs QUERIES = DyrsSetup.FITTED.withCpu(0.065 / 1e6);

    private static final long GB = 1_000_000_000L;
    private static final PaperRange SLOWER = new PaperRange(Double.NEGATIVE_INFINITY, 0);

    @Override
    public Label label() {
        return new Label(DyrsSetup.PAPER, Kind.FIGURE, 4);
    }

    @Override
    public FigureResult run(int repetitions) {
        double[] hdfs = seconds(FileSystem.HDFS, repetitions);
        double[] ram = speedups(hdfs, FileSystem.IN_RAM, repetitions);
        double[] ignem = speedups(hdfs, FileSystem.IGNEM, repetitions);
        double[] dyrs = speedups(hdfs, FileSystem.DYRS, repetitions);
        PaperRange overQuarter = new PaperRange(25, 48);
        return new FigureResult(
                "DYRS, figure 4: by how much Hive queries take less time than with HDFS",
                "%",
                10,
                List.of("mean", "best query", "largest query"),
                List.of(
                        series(FileSystem.IN_RAM, ram, PaperRange.exactly(50), Optional.empty(), Optional.empty()),
                        series(FileSystem.IGNEM, ignem, Optional.of(SLOWER), Optional.empty(), Optional.empty()),
                        series(
                                FileSystem.DYRS,
                                dyrs,
                                PaperRange.exactly(36),
                                PaperRange.exactly(48),
                                Optional.of(overQuarter))),
                List.of(
                        "Inputs of " + GIGABYTES
                                + " GB are assumed, for the figure's bars have no labels; a query is one job"
                                + " that passes on a twentieth of what it reads. Two dd run on one node all the time.",
                        "The computing is fitted on the mean with inputs in memory; a query's other costs are those of table I.",
                        "Before each query another one has run, so that the agents know their disks."));
    }

    private static FigureResult.Series series(
            FileSystem system,
            double[] speedups,
            Optional<PaperRange> mean,
            Optional<PaperRange> best,
            Optional<PaperRange> largest) {
        return new SeriesBuilder(system.text())
                .add(Arrays.stream(speedups).average().orElse(0), mean)
                .add(Arrays.stream(speedups).max().orElse(0), best)
                .add(speedups[speedups.length - 1], largest)
                .build();
    }

    private static double[] speedups(double[] hdfs, FileSystem system, int repetitions) {
        double[] speedups = seconds(system, repetitions);
        for (int q = 0; q < speedups.length; q++) {
            speedups[q] = 100 * (1 - speedups[q] / hdfs[q]);
        }
        return speedups;
    }

    /** The mean duration of each query. */
    private static double[] seconds(FileSystem system, int repetitions) {
        double[] seconds = new double[GIGABYTES.size()];
        for (int q = 0; q < seconds.length; q++) {
            for (long seed = 1; seed <= repetitions; seed++) {
                seconds[q] += DyrsSetup.last(
                                        system,
                                        DyrsJobs.query(GIGABYTES.get(q) * GB, QUERIES),
                                        QUERIES,
                                        DyrsSetup.slowNode(DyrsSetup.FITTED),
                                        seed)
                                .duration()
                        / 1e9
                        / repetitions;
            }
        }
        return seconds;
    }
}

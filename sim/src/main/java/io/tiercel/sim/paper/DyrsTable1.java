package io.tiercel.sim.paper;

import io.tiercel.sim.paper.DyrsSetup.FileSystem;
import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import java.util.List;

/** DYRS, table I: how long the jobs of the SWIM workload take on average. */
final class DyrsTable1 implements PaperFigure {
    static final String WORKLOAD =
            "The jobs are drawn with the counts, sums and ratios of the trace's first 200; two dd run on one node all the"
                    + " time.";

    @Override
    public Label label() {
        return new Label(DyrsSetup.PAPER, Kind.TABLE, 1);
    }

    @Override
    public FigureResult run(int repetitions) {
        DyrsSwim swim = new DyrsSwim(DyrsSetup.FITTED, repetitions);
        return new FigureResult(
                "DYRS, table I: average duration of the SWIM workload's jobs, and by how much it is below HDFS'",
                "s and %",
                5,
                List.of("duration", "speedup"),
                List.of(
                        series(swim, FileSystem.HDFS, 31.5, 0),
                        series(swim, FileSystem.IN_RAM, 16.9, 46),
                        series(swim, FileSystem.IGNEM, 66.4, -111),
                        series(swim, FileSystem.DYRS, 20.9, 33)),
                List.of(
                        WORKLOAD,
                        "A job's lead and what two dd take of a disk are set on the rows of HDFS and HDFS-Inputs-in-RAM; those of Ignem and"
                                + " DYRS follow.",
                        "The more readers a dd counts for, the longer Ignem takes beside HDFS, and the less DYRS gains: decision 1207. None gives"
                                + " the paper's 66 s."));
    }

    private static FigureResult.Series series(DyrsSwim swim, FileSystem system, double seconds, double speedup) {
        return new SeriesBuilder(system.text())
                .add(swim.seconds(system, job -> true), seconds)
                .add(swim.speedup(system, job -> true), speedup)
                .build();
    }
}

package io.tiercel.sim.paper;

import io.tiercel.sim.fault.Interference;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.paper.DyrsSetup.FileSystem;
import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** DYRS, figure 8: how many reads each DataNode serves, on an even cluster and on one with a slow node. */
final class DyrsFigure8 implements PaperFigure {
    private static final long SORTED = 10_000_000_000L;

    /** The paper says that all nodes serve about the same. */
    private static final PaperRange EVEN = PaperRange.of(100);

    /** The paper says that the node serves fewer: below 100 with the tolerance. */
    private static final PaperRange FEWER = new PaperRange(0, 85);

    @Override
    public Label label() {
        return new Label(DyrsSetup.PAPER, Kind.FIGURE, 8);
    }

    @Override
    public FigureResult run(int repetitions) {
        return new FigureResult(
                "DYRS, figure 8: reads that one node serves of a sort of 10 GB, 100 being an equal share",
                "% of an equal share",
                15,
                List.of("even cluster", "the node slowed down"),
                List.of(
                        series(FileSystem.HDFS, FEWER, repetitions),
                        series(FileSystem.IGNEM, EVEN, repetitions),
                        series(FileSystem.DYRS, FEWER, repetitions)),
                List.of(
                        "The figure's bars have no labels. Its text says that reads are spread evenly on an even cluster, and that Ignem spreads"
                                + " them evenly with a slow node too, while with HDFS and DYRS that node serves fewer (counted as at most 85, so"
                                + " below 100 with the tolerance).",
                        "The size of the sort is that of figure 10."));
    }

    private static FigureResult.Series series(FileSystem system, PaperRange slow, int repetitions) {
        return new SeriesBuilder(system.text())
                .add(share(system, List.of(), repetitions), Optional.of(EVEN))
                .add(share(system, DyrsSetup.slowNode(DyrsSetup.FITTED), repetitions), Optional.of(slow))
                .build();
    }

    /** What the node with the {@code dd} serves, in percent of an equal share. */
    private static double share(FileSystem system, List<Interference> interference, int repetitions) {
        List<JobResult> jobs = new ArrayList<>();
        for (long seed = 1; seed <= repetitions; seed++) {
            jobs.add(DyrsSetup.last(
                    system, DyrsJobs.sort(SORTED, DyrsSetup.FITTED), DyrsSetup.FITTED, interference, seed));
        }
        double all = jobs.stream().mapToInt(JobResult::maps).sum();
        double slow = jobs.stream()
                .mapToInt(job -> job.readsByNode().of(DyrsSetup.SLOW_NODE))
                .sum();
        return 100 * slow * DyrsSetup.nodes() / all;
    }
}

package io.tiercel.sim.paper;

import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.paper.DyrsSetup.FileSystem;
import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** DYRS, figure 5: by how much DYRS speeds up jobs of each size. */
final class DyrsFigure5 implements PaperFigure {
    private static final long SMALL = 64_000_000;
    private static final long MEDIUM = 1_000_000_000;
    private static final Predicate<JobResult> IS_SMALL = job -> job.job().inputBytes() < SMALL;
    private static final Predicate<JobResult> IS_LARGE = job -> job.job().inputBytes() >= MEDIUM;

    @Override
    public Label label() {
        return new Label(DyrsSetup.PAPER, Kind.FIGURE, 5);
    }

    @Override
    public FigureResult run(int repetitions) {
        DyrsSwim swim = new DyrsSwim(DyrsSetup.FITTED, repetitions);
        SeriesBuilder ram = series(swim, FileSystem.IN_RAM, Optional.empty(), Optional.empty(), Optional.empty());
        SeriesBuilder ignem = series(swim, FileSystem.IGNEM, Optional.empty(), Optional.empty(), Optional.empty());
        SeriesBuilder dyrs =
                series(swim, FileSystem.DYRS, PaperRange.exactly(34), PaperRange.exactly(47), PaperRange.exactly(26));
        return new FigureResult(
                "DYRS, figure 5: by how much jobs of the SWIM workload take less time than with HDFS, by their size",
                "%",
                10,
                List.of("small (<64 MB)", "medium", "large (>1 GB)"),
                List.of(ram.build(), ignem.build(), dyrs.build()),
                List.of(
                        DyrsTable1.WORKLOAD,
                        "The paper says what is small (section V-B), and not where large begins; 1 GB here."));
    }

    private static SeriesBuilder series(
            DyrsSwim swim,
            FileSystem system,
            Optional<PaperRange> small,
            Optional<PaperRange> medium,
            Optional<PaperRange> large) {
        return new SeriesBuilder(system.text())
                .add(swim.speedup(system, IS_SMALL), small)
                .add(swim.speedup(system, IS_SMALL.or(IS_LARGE).negate()), medium)
                .add(swim.speedup(system, IS_LARGE), large);
    }
}

package io.tiercel.sim.paper;

import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.workload.HiBench.Scale;
import java.util.List;
import java.util.Optional;

/** Trident, figure 11: where HiBench's tasks read on Hadoop at three scales. The bars have no labels; the numbers are those of the text. */
final class TridentFigure11 implements PaperFigure {
    @Override
    public Label label() {
        return new Label(TridentSetup.PAPER, Kind.FIGURE, 11);
    }

    @Override
    public FigureResult run(int repetitions) {
        return new FigureResult(
                "Trident, figure 11: where HiBench's tasks read on Hadoop, by scale",
                "% of the tasks",
                10,
                HiBenchLocality.columns(),
                HiBenchLocality.series(
                        (scheduler, scale) -> new HiBenchRuns(
                                        repetitions,
                                        (application, seed) -> TridentSetup.hadoop(
                                                application,
                                                scale,
                                                FileSystem.OCTOPUS_FS,
                                                scheduler.hadoop(),
                                                TridentSetup.MEMORY,
                                                seed))
                                .all(),
                        TridentFigure11::reported),
                List.of(
                        "The applications are described by what the paper's table 3 says dominates them; data comes in eight parts at least.",
                        "A node that reports gets containers until one has none of its input there, as Hadoop 2's capacity scheduler does it (decision 1206)."
                                + " With all that it has room for, a job of eight tasks has all of them on the first node, a third of"
                                + " them with their input."));
    }

    private static Optional<PaperRange> reported(Scheduler scheduler, boolean inMemory, Scale scale) {
        return switch (scheduler) {
            case TRIDENT -> Optional.of(inMemory ? new PaperRange(96, 100) : new PaperRange(100, 100));
            case DEFAULT ->
                inMemory
                        ? scale == Scale.HUGE ? PaperRange.exactly(28) : Optional.empty()
                        : Optional.of(new PaperRange(66, 89));
            case H_SCHEDULER, QUARTET -> {
                if (scale != Scale.HUGE) {
                    yield Optional.empty();
                }
                yield inMemory ? PaperRange.exactly(62) : PaperRange.exactly(91);
            }
        };
    }
}

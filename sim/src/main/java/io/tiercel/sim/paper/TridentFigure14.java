package io.tiercel.sim.paper;

import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.workload.HiBench.Scale;
import java.util.List;
import java.util.Optional;

/** Trident, figure 14: where HiBench's tasks read on Spark at three scales. The bars have no labels; the numbers are those of the text. */
final class TridentFigure14 implements PaperFigure {
    @Override
    public Label label() {
        return new Label(TridentSetup.PAPER, Kind.FIGURE, 14);
    }

    @Override
    public FigureResult run(int repetitions) {
        return new FigureResult(
                "Trident, figure 14: where HiBench's tasks read on Spark, by scale",
                "% of the tasks",
                10,
                HiBenchLocality.columns(),
                HiBenchLocality.series(
                        (scheduler, scale) -> new HiBenchRuns(
                                        repetitions,
                                        (application, seed) -> TridentSetup.spark(
                                                application, scale, FileSystem.OCTOPUS_FS, scheduler.spark(), seed))
                                .all(),
                        TridentFigure14::reported),
                List.of(
                        "An application has an executor of eight slots on every worker; tasks away from their input wait 3 s, Spark's default.",
                        "Each iteration reads its input anew: cached partitions, which all schedulers take alike, are left out. So is that"
                                + " NutchIndex has no version for Spark."));
    }

    private static Optional<PaperRange> reported(Scheduler scheduler, boolean inMemory, Scale scale) {
        return switch (scheduler) {
            case TRIDENT ->
                inMemory ? PaperRange.exactly(scale == Scale.HUGE ? 96 : 100) : Optional.of(new PaperRange(97, 100));
            case DEFAULT -> inMemory ? Optional.empty() : Optional.of(new PaperRange(94, 100));
            case H_SCHEDULER, QUARTET -> {
                if (!inMemory) {
                    yield Optional.of(new PaperRange(94, 100));
                }
                yield switch (scale) {
                    case SMALL -> Optional.empty();
                    case LARGE -> PaperRange.exactly(71);
                    case HUGE -> PaperRange.exactly(84);
                };
            }
        };
    }
}

package io.tiercel.sim.paper;

import io.tiercel.sim.job.Locality;
import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.workload.SizeClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Trident, figure 9: where the tasks of the Facebook workload read, by class of jobs, on two file systems under four schedulers. The paper's numbers
 * are those that its text gives (section 7.1); the figure's bars have no labels.
 */
final class TridentFigure9 implements PaperFigure {
    private static final PaperRange ALMOST_ALL = new PaperRange(97, 100);
    private static final PaperRange SMALL_JOBS = new PaperRange(30, 40);
    private static final PaperRange AT_MOST = new PaperRange(0, 86);

    @Override
    public Label label() {
        return new Label(TridentSetup.PAPER, Kind.FIGURE, 9);
    }

    @Override
    public FigureResult run(int repetitions) {
        return of(bars -> bars.run(repetitions));
    }

    /** What is found in these outcomes. */
    static FigureResult of(Function<FacebookSystem, JobStatistics> outcomes) {
        List<FigureResult.Series> series = new ArrayList<>();
        for (FacebookSystem bars : FacebookSystem.values()) {
            JobStatistics outcome = outcomes.apply(bars);
            series.add(series(bars + ", data-local", outcome, Locality::isDataLocal, c -> dataLocal(bars, c)));
            if (bars.fileSystem() == FileSystem.OCTOPUS_FS) {
                series.add(series(
                        bars + ", memory-local",
                        outcome,
                        Locality.MEMORY_LOCAL::equals,
                        c -> memoryLocal(bars.scheduler(), c)));
                series.add(series(bars + ", SSD-local", outcome, Locality.SSD_LOCAL::equals, c -> Optional.empty()));
                series.add(series(bars + ", HDD-local", outcome, Locality.HDD_LOCAL::equals, c -> Optional.empty()));
            }
        }
        return new FigureResult(
                "Trident, figure 9: where the tasks of the Facebook workload read, by class of jobs",
                "% of the tasks of a class",
                10,
                Arrays.stream(SizeClass.values()).map(SizeClass::name).toList(),
                series,
                List.of(
                        "The workload is drawn with the paper's counts and sizes; what is fitted is fitted on HDFS and on the default"
                                + " scheduler: decision 1204.",
                        "The paper's values are those of its text; the bars have no labels.",
                        "What Trident misses of memory has left it before it is read: LRU lets go first what has not been read since"
                                + " the start, and more is written than memory has left. In A these are files that are read once, late; F has"
                                + " eight jobs, of which two or three read a file for the first time: decision 1207.",
                        "The default finds 93% in class F, not 81: a node that reports gets containers until one has none of its input there, as figure 11 has it."
                                + " With all that it has room for it is 85%: decision 1206.",
                        "On HDFS algorithm 3 knows how many tasks would like a node, not which, and may grant two nodes of the same task."));
    }

    /** 30 to 40% in classes A and B, up to 81% in the largest under the default, 86% under the others; with Trident almost all. */
    private static Optional<PaperRange> dataLocal(FacebookSystem bars, SizeClass sizeClass) {
        if (bars.scheduler() == Scheduler.TRIDENT) {
            return Optional.of(ALMOST_ALL);
        }
        return switch (sizeClass) {
            case A, B -> Optional.of(SMALL_JOBS);
            case F -> bars.scheduler() == Scheduler.DEFAULT ? PaperRange.exactly(81) : Optional.of(AT_MOST);
            default -> Optional.empty();
        };
    }

    /** With Trident over 83% in every class; with H-Scheduler and Quartet 30 to 40% of larger jobs; a third of what is local under the default. */
    private static Optional<PaperRange> memoryLocal(Scheduler scheduler, SizeClass sizeClass) {
        return switch (scheduler) {
            case TRIDENT -> Optional.of(new PaperRange(83, 100));
            case H_SCHEDULER, QUARTET ->
                sizeClass.compareTo(SizeClass.D) >= 0 ? Optional.of(new PaperRange(30, 40)) : Optional.empty();
            case DEFAULT -> sizeClass == SizeClass.F ? PaperRange.exactly(27) : Optional.empty();
        };
    }

    private static FigureResult.Series series(
            String name,
            JobStatistics outcome,
            Predicate<Locality> which,
            Function<SizeClass, Optional<PaperRange>> paper) {
        SeriesBuilder builder = new SeriesBuilder(name);
        for (SizeClass sizeClass : SizeClass.values()) {
            builder.add(outcome.of(sizeClass).percent(which), paper.apply(sizeClass));
        }
        return builder.build();
    }
}

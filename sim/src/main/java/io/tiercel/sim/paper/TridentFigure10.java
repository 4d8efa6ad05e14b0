package io.tiercel.sim.paper;

import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import io.tiercel.sim.workload.SizeClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Trident, figure 10: by how much less time jobs of the Facebook workload take than under the default scheduler on HDFS, and by how much less time their tasks take in
 * sum, which the paper calls cluster efficiency. The bars have no labels; the paper's numbers are those of its text.
 */
final class TridentFigure10 implements PaperFigure {
    private static final Optional<PaperRange> SMALL = Optional.of(new PaperRange(0, 8));
    private static final Optional<PaperRange> LARGE = Optional.of(new PaperRange(14, 37));
    private static final int LARGEST_HDFS_TRIDENT = 13;
    private static final int LARGEST_DEFAULT = 20;
    private static final int LARGEST_TIER_AWARE = 28;
    private static final int LARGEST_TRIDENT = 37;
    private static final int LARGEST_TRIDENT_TASKS = 50;
    private static final int LARGEST_TIER_AWARE_TASKS = 34;

    @Override
    public Label label() {
        return new Label(TridentSetup.PAPER, Kind.FIGURE, 10);
    }

    @Override
    public FigureResult run(int repetitions) {
        JobStatistics base = FacebookSystem.HDFS_DEFAULT.run(repetitions);
        List<FigureResult.Series> sooner = new ArrayList<>();
        List<FigureResult.Series> leaner = new ArrayList<>();
        for (FacebookSystem bars : FacebookSystem.values()) {
            if (bars != FacebookSystem.HDFS_DEFAULT) {
                JobStatistics outcome = bars.run(repetitions);
                SeriesBuilder jobs = new SeriesBuilder(bars + ", job");
                SeriesBuilder tasks = new SeriesBuilder(bars + ", tasks");
                for (SizeClass each : SizeClass.values()) {
                    jobs.add(outcome.of(each).sooner(base.of(each)), jobs(bars, each));
                    tasks.add(outcome.of(each).leaner(base.of(each)), tasks(bars, each));
                }
                sooner.add(jobs.build());
                leaner.add(tasks.build());
            }
        }
        sooner.addAll(leaner);
        return new FigureResult(
                "Trident, figure 10: by how much less time jobs, and their tasks in sum, take than under the default scheduler on HDFS",
                "%",
                10,
                Arrays.stream(SizeClass.values()).map(SizeClass::name).toList(),
                sooner,
                List.of(
                        "The disks' loss by seeks is fitted on one of these values, the default scheduler's on OctopusFS in class F;"
                                + " nothing is fitted on the others: decision 1204.",
                        "A task reads before it computes here, where Hadoop's do both at a time."));
    }

    private static Optional<PaperRange> jobs(FacebookSystem bars, SizeClass sizeClass) {
        if (bars == FacebookSystem.HDFS_TRIDENT) {
            return sizeClass == SizeClass.F ? PaperRange.exactly(LARGEST_HDFS_TRIDENT) : Optional.empty();
        }
        if (sizeClass == SizeClass.A || sizeClass == SizeClass.B) {
            return SMALL;
        }
        return switch (bars.scheduler()) {
            case TRIDENT -> sizeClass == SizeClass.F ? PaperRange.exactly(LARGEST_TRIDENT) : LARGE;
            case DEFAULT -> sizeClass == SizeClass.F ? PaperRange.exactly(LARGEST_DEFAULT) : Optional.empty();
            case H_SCHEDULER, QUARTET ->
                sizeClass == SizeClass.F ? PaperRange.exactly(LARGEST_TIER_AWARE) : Optional.empty();
        };
    }

    private static Optional<PaperRange> tasks(FacebookSystem bars, SizeClass sizeClass) {
        if (sizeClass != SizeClass.F) {
            return Optional.empty();
        }
        return switch (bars) {
            case OCTOPUS_FS_TRIDENT -> PaperRange.exactly(LARGEST_TRIDENT_TASKS);
            case OCTOPUS_FS_H_SCHEDULER, OCTOPUS_FS_QUARTET -> PaperRange.exactly(LARGEST_TIER_AWARE_TASKS);
            default -> Optional.empty();
        };
    }
}

package io.tiercel.sim.paper;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import io.tiercel.sim.workload.SizeClass;
import java.util.List;

/** Trident, table 4: what delaying a job's first tasks adds to its prefetcher, by class of the Facebook workload's jobs. */
final class TridentTable4 implements PaperFigure {
    private static final List<String> COLUMNS = List.of(
            "jobs delayed, %",
            "mean delay, s",
            "most, s",
            "more from memory, points",
            "mean job less, %",
            "99% tail less, %",
            "tasks less, %");

    private static final double[][] REPORTED = {
        {0.27, 0.62, 0.90, 0.00, -0.20, -0.14, -0.59},
        {9.26, 2.98, 4.48, 16.11, 1.64, 8.83, 3.71},
        {20.00, 3.53, 6.17, 27.59, 2.77, 9.11, 4.44},
        {26.67, 3.83, 6.10, 41.99, 3.71, 12.98, 8.54},
        {12.50, 3.50, 3.50, 13.01, 2.73, 7.32, 0.79},
        {0.00, 0.00, 0.00, 0.00, 0.22, 0.36, 0.76}
    };

    @Override
    public Label label() {
        return new Label(TridentSetup.PAPER, Kind.TABLE, 4);
    }

    @Override
    public FigureResult run(int repetitions) {
        JobStatistics without = PrefetchSystem.TRIDENT_NO_DELAY.facebook(repetitions);
        JobStatistics with = PrefetchSystem.TRIDENT_DELAY.facebook(repetitions);
        return new FigureResult(
                "Trident, table 4: what Trident+D adds to Trident-D, by class of jobs",
                "the unit of each column",
                5,
                COLUMNS,
                List.of(SizeClass.values()).stream()
                        .map(each -> series(each, without.of(each), with.of(each)))
                        .toList(),
                List.of(
                        "No delay is chosen here. In a job whose tasks all start at once a delay saves at most one task's read: 0.8 s at the 160 MB/s"
                                + " that the paper measured for a disk. The paper's delays of 3 to 6 s pay only where its planner reckons with"
                                + " no more than some 20 MB/s for a task that reads, and with more than 64 for what is brought in,"
                                + " which otherwise would not be there for any job of one block without a delay; algorithms 4 and 5 as"
                                + " printed have one bandwidth for both: decision 1206."));
    }

    private static FigureResult.Series series(SizeClass sizeClass, JobStatistics without, JobStatistics with) {
        double[] reported = REPORTED[sizeClass.ordinal()];
        double[] delays = with.jobs().stream()
                .filter(job -> job.delay() > 0)
                .mapToDouble(job -> job.delay() / (double) Engine.SECOND)
                .sorted()
                .toArray();
        double sum = 0;
        for (double delay : delays) {
            sum += delay;
        }
        double[] ours = {
            100.0 * delays.length / with.jobs().size(),
            delays.length == 0 ? 0 : sum / delays.length,
            delays.length == 0 ? 0 : delays[delays.length - 1],
            with.percent(Locality::isFromMemory) - without.percent(Locality::isFromMemory),
            with.sooner(without),
            100 * (1 - with.quantile(0.99) / without.quantile(0.99)),
            with.leaner(without)
        };
        SeriesBuilder builder = new SeriesBuilder(sizeClass.name());
        for (int c = 0; c < ours.length; c++) {
            builder.add(ours[c], reported[c]);
        }
        return builder.build();
    }
}

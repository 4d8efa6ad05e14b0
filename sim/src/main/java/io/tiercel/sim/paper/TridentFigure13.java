package io.tiercel.sim.paper;

import io.tiercel.sim.job.Locality;
import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.workload.HiBench.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Trident, figure 13: HiBench's largest scale with a memory tier that holds the input, and with one that holds half of it. */
final class TridentFigure13 implements PaperFigure {
    private static final long SMALL = TridentSetup.GIB / 2;

    /** What the paper's text gives of a scheduler, for 5 and for 40 GB. */
    private enum Reported {
        DEFAULT(PaperRange.exactly(15), PaperRange.exactly(28), Optional.empty(), Optional.empty()),
        H_SCHEDULER(PaperRange.exactly(36), PaperRange.exactly(63), Optional.empty(), Optional.empty()),
        QUARTET(PaperRange.exactly(36), PaperRange.exactly(63), Optional.empty(), Optional.empty()),
        TRIDENT(
                PaperRange.exactly(50),
                Optional.of(new PaperRange(96, 100)),
                PaperRange.exactly(33),
                PaperRange.exactly(47));

        private final List<Optional<PaperRange>> inMemory;
        private final List<Optional<PaperRange>> sooner;

        Reported(
                Optional<PaperRange> memory5,
                Optional<PaperRange> memory40,
                Optional<PaperRange> sooner5,
                Optional<PaperRange> sooner40) {
            this.inMemory = List.of(memory5, memory40);
            this.sooner = List.of(sooner5, sooner40);
        }
    }

    @Override
    public Label label() {
        return new Label(TridentSetup.PAPER, Kind.FIGURE, 13);
    }

    @Override
    public FigureResult run(int repetitions) {
        HiBenchRuns base = runs(FileSystem.HDFS, Scheduler.DEFAULT, TridentSetup.MEMORY, repetitions);
        List<FigureResult.Series> locality = new ArrayList<>();
        List<FigureResult.Series> gains = new ArrayList<>();
        for (Scheduler scheduler : Scheduler.values()) {
            Reported reported = Reported.valueOf(scheduler.name());
            SeriesBuilder memory = new SeriesBuilder(scheduler.text() + ", memory-local tasks");
            SeriesBuilder ssd = new SeriesBuilder(scheduler.text() + ", SSD-local tasks");
            SeriesBuilder jobs = new SeriesBuilder(scheduler.text() + ", applications sooner by");
            SeriesBuilder tasks = new SeriesBuilder(scheduler.text() + ", tasks less by");
            for (int i = 0; i < 2; i++) {
                long bytes = i == 0 ? SMALL : TridentSetup.MEMORY;
                HiBenchRuns runs = runs(FileSystem.OCTOPUS_FS, scheduler, bytes, repetitions);
                memory.add(runs.all().percent(Locality.MEMORY_LOCAL::equals), reported.inMemory.get(i));
                ssd.add(
                        runs.all().percent(Locality.SSD_LOCAL::equals),
                        scheduler == Scheduler.TRIDENT && i == 0 ? PaperRange.exactly(48) : Optional.empty());
                jobs.add(runs.sooner(base), reported.sooner.get(i));
                tasks.add(runs.leaner(base));
            }
            locality.add(memory.build());
            locality.add(ssd.build());
            gains.add(jobs.build());
            gains.add(tasks.build());
        }
        locality.addAll(gains);
        return new FigureResult(
                "Trident, figure 13: HiBench at its largest scale by the size of the memory tier, against the default scheduler on HDFS",
                "%",
                10,
                List.of("5 GB", "40 GB"),
                locality,
                List.of(
                        "No constant is fitted here.",
                        "Of an application that runs several jobs each has its own output in memory too, which takes room from the input."));
    }

    private static HiBenchRuns runs(FileSystem fileSystem, Scheduler scheduler, long memory, int repetitions) {
        return new HiBenchRuns(
                repetitions,
                (application, seed) ->
                        TridentSetup.hadoop(application, Scale.HUGE, fileSystem, scheduler.hadoop(), memory, seed));
    }
}

package io.tiercel.sim.paper;

import io.tiercel.migrate.bind.LateBinder;
import io.tiercel.sim.job.ReplicaOrder;
import io.tiercel.sim.migrate.HdfsCacheSpec;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.workload.HiBench;
import io.tiercel.sim.workload.HiBench.Scale;
import io.tiercel.sim.workload.SizeClass;
import java.util.ArrayList;
import java.util.List;

/** The pairs of scheduler and prefetcher of Trident's section 7.4; all data is on HDDs at first. */
enum PrefetchSystem {
    NOTHING("Default, none", Scheduler.DEFAULT, "none", 0),
    DEFAULT_ALL("Default, PrefetchAll", Scheduler.DEFAULT, "prefetch-all", 0),
    TRIDENT_ALL("Trident, PrefetchAll", Scheduler.TRIDENT, "prefetch-all", 0),
    TRIDENT_NO_DELAY("Trident, Trident-D", Scheduler.TRIDENT, "trident", 0),
    TRIDENT_DELAY("Trident, Trident+D", Scheduler.TRIDENT, "trident", 10),
    ORACLE("Trident, Oracle", Scheduler.TRIDENT, PrefetchSpec.ORACLE, 0);

    /** Columns of figures 16 and 17. */
    static final List<String> COLUMNS = List.of("A", "B", "C", "D", "E", "F", "HiBench");

    private final String text;
    private final Scheduler scheduler;
    private final MemoryUse memory;

    PrefetchSystem(String text, Scheduler scheduler, String planner, double maxDelay) {
        this.text = text;
        this.scheduler = scheduler;
        this.memory = MemoryUse.prefetching(
                PrefetchSpec.planned(planner, 0, maxDelay, LateBinder.NAME, TridentSetup.MEMORY)
                        .cachedBy(HdfsCacheSpec.HDFS),
                ReplicaOrder.NEAREST);
    }

    /** As the paper calls it: scheduler, prefetcher. */
    String text() {
        return text;
    }

    /** The Facebook workload. */
    JobStatistics facebook(int repetitions) {
        return JobStatistics.of(
                repetitions,
                seed -> with(TridentSetup.facebook(FileSystem.HDFS, scheduler.hadoop(), TridentSetup.FITTED, seed)));
    }

    /** An outcome for each column. */
    List<JobStatistics> columns(int repetitions) {
        JobStatistics facebook = facebook(repetitions);
        List<JobStatistics> columns = new ArrayList<>();
        for (SizeClass each : SizeClass.values()) {
            columns.add(facebook.of(each));
        }
        columns.add(hiBenchRuns(repetitions).all());
        return columns;
    }

    /** HiBench at its largest scale. */
    HiBenchRuns hiBenchRuns(int repetitions) {
        return new HiBenchRuns(repetitions, this::hiBench);
    }

    private RunSpec hiBench(HiBench application, long seed) {
        return with(TridentSetup.hadoop(
                application, Scale.HUGE, FileSystem.HDFS, scheduler.hadoop(), TridentSetup.MEMORY, seed));
    }

    private RunSpec with(RunSpec plain) {
        return plain.withMemory(memory);
    }
}

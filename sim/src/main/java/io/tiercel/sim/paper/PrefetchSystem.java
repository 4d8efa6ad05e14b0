package io.tiercel.sim.paper;

import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.sim.job.ReplicaOrder;
import io.tiercel.sim.migrate.HdfsCacheSpec;
import io.tiercel.sim.migrate.PlannerSpec;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.workload.SizeClass;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The pairs of scheduler and prefetcher in Trident's section 7.4. All data is on HDDs at first. */
enum PrefetchSystem {
    NOTHING(Scheduler.DEFAULT, "none", PrefetchPlanners.NONE, 0),
    DEFAULT_ALL(Scheduler.DEFAULT, "PrefetchAll", PrefetchPlanners.ALL, 0),
    TRIDENT_ALL(Scheduler.TRIDENT, "PrefetchAll", PrefetchPlanners.ALL, 0),
    TRIDENT_NO_DELAY(Scheduler.TRIDENT, "Trident-D", PrefetchPlanners.COST, 0),
    TRIDENT_DELAY(Scheduler.TRIDENT, "Trident+D", PrefetchPlanners.COST, 10),
    ORACLE(Scheduler.TRIDENT, "Oracle", PlannerSpec.ORACLE, 0);

    private final Scheduler scheduler;
    private final String prefetcher;
    private final MemoryUse memory;

    PrefetchSystem(Scheduler scheduler, String prefetcher, String planner, double maxDelay) {
        this.scheduler = scheduler;
        this.prefetcher = prefetcher;
        this.memory = MemoryUse.prefetching(
                new PrefetchSpec(
                        PlannerSpec.asPublished(planner, 0, maxDelay), HdfsCacheSpec.HDFS, TridentSetup.MEMORY, false),
                ReplicaOrder.NEAREST);
    }

    /** The Facebook workload. */
    JobStatistics facebook(int repetitions) {
        return JobStatistics.of(
                repetitions,
                seed -> TridentSetup.facebook(FileSystem.HDFS, scheduler.hadoop(), memory, TridentSetup.FITTED, seed));
    }

    /** The jobs of each column. */
    List<JobStatistics> columns(int repetitions) {
        JobStatistics facebook = facebook(repetitions);
        return Stream.concat(
                        Arrays.stream(SizeClass.values()).map(facebook::of),
                        Stream.of(TridentSetup.prefetched(repetitions, scheduler, memory)
                                .merged()))
                .toList();
    }

    @Override
    public String toString() {
        return scheduler + ", " + prefetcher;
    }
}

package io.tiercel.sim.paper;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.cache.AgeingPolicy;
import io.tiercel.migrate.bind.LateBinder;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.ReplicaSelector.ReplicaOrder;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.migrate.PrefetchSpec.AgentSpec;
import io.tiercel.sim.migrate.PrefetchSpec.PlannerSpec;
import io.tiercel.sim.paper.PaperFigure.FigureSimulation;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.workload.ScheduledCachingJobs;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Scheduled Caching's figure: 46 jobs that wait for one another, on disks, in memory, and with their input brought in while they wait. Section 3: ten
 * slaves with 2.5 GB of tmpfs each. Section 2: a job runs when the files that it needs are in memory.
 *
 * <p>Not in the paper: the jobs, drawn by {@link ScheduledCachingJobs}; two tasks at a time on a node; links of 1 Gb/s. Three constants are fitted on
 * the rows of disk and of memory, see docs/papers/scheduled-caching.md: the disks' bandwidth, their loss by seeks, and the jobs' computing.
 */
final class ScheduledCachingFigures {
    private static final double MB = 1e6;
    private static final long MEMORY = 2_500_000_000L;

    /** Fitted: docs/papers/scheduled-caching.md. */
    static final Costs FITTED = new Costs(2.4 * MB, 8, 3.08 / MB);

    private static final double FULL_SECONDS = 2_000;

    private ScheduledCachingFigures() {}

    /**
     * Costs that the paper does not give.
     *
     * @param disk bytes per second of a node's disk
     */
    record Costs(double disk, double seekLoss, double cpuSecondsPerByte) {}

    enum Setup {
        DISK("on disk", disk(), MemoryUse.NONE),
        MEMORY("in memory", new OneTierPlacement(Tier.MEMORY, 1), MemoryUse.NONE),
        PREFETCHING(
                "with prefetching",
                new SplitPlacement(disk(), new OneTierPlacement(Tier.MEMORY, 1)),
                MemoryUse.prefetching(
                        new PrefetchSpec(
                                PlannerSpec.everything(),
                                AgentSpec.sharing(LateBinder.NAME),
                                ScheduledCachingFigures.MEMORY / 2,
                                true),
                        ReplicaOrder.MEMORY_FIRST));

        private final String text;
        private final Placement placement;
        private final MemoryUse memory;

        Setup(String text, Placement placement, MemoryUse memory) {
            this.text = text;
            this.placement = placement;
            this.memory = memory;
        }

        @Override
        public String toString() {
            return text;
        }

        private static Placement disk() {
            return new OneTierPlacement(Tier.HDD, 3);
        }
    }

    static Map<String, FigureSimulation> simulations() {
        return Map.of(
                "figure 1", simulation(ScheduledCachingFigures::mean),
                "figure 1, done", simulation(ScheduledCachingFigures::doneAtFull));
    }

    private static FigureSimulation simulation(ToDoubleFunction<List<JobResult>> value) {
        return repetitions -> name ->
                new double[] {value.applyAsDouble(jobs(PaperFigure.named(Setup.values(), name), FITTED, repetitions))};
    }

    static double mean(List<JobResult> jobs) {
        return jobs.stream().mapToDouble(job -> job.ended() / 1e9).average().orElse(0);
    }

    private static double doneAtFull(List<JobResult> jobs) {
        double done =
                jobs.stream().filter(job -> job.ended() / 1e9 <= FULL_SECONDS).count();
        return 100 * done / jobs.size();
    }

    static List<JobResult> jobs(Setup setup, Costs costs, int repetitions) {
        NodeSpec node = new NodeSpec(
                2,
                List.of(
                        new DeviceSpec(Tier.MEMORY, 3_000 * MB, MEMORY),
                        new DeviceSpec(Tier.HDD, costs.disk(), 1_000_000_000_000L, costs.seekLoss())),
                125 * MB);
        return JobStatistics.of(
                        repetitions,
                        seed -> new RunSpec(
                                new ClusterSpec(List.of(RackSpec.of(10, node, 1_250 * MB))),
                                new StorageSpec(
                                        setup.placement,
                                        64L << 20,
                                        new AgeingPolicy(),
                                        setup.memory.writingBehind(),
                                        false),
                                ScheduledCachingJobs.of(seed, costs.cpuSecondsPerByte()),
                                new SchedulingSpec(
                                        AssignmentPolicies.named("stock"),
                                        CostModel.trident(),
                                        OfferMode.ONE_SLOT_OF_A_NODE,
                                        Engine.SECOND),
                                TaskSpec.startingIn(2 * Engine.SECOND),
                                Disturbances.NONE,
                                seed))
                .jobs();
    }

    /** One placement for first files, another for what the cluster writes. */
    private record SplitPlacement(Placement brought, Placement written) implements Placement {
        @Override
        public List<Place> places(Cluster cluster, int writer, long bytes, Random random) {
            return (writer == NO_WRITER ? brought : written).places(cluster, writer, bytes, random);
        }

        @Override
        public List<Tier> tiers() {
            return Stream.concat(brought.tiers().stream(), written.tiers().stream())
                    .distinct()
                    .toList();
        }
    }
}

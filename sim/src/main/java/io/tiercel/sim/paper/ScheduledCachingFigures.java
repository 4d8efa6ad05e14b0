package io.tiercel.sim.paper;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.cache.AgeingPolicy;
import io.tiercel.migrate.bind.LateBinder;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.DeviceSpec;
import io.tiercel.sim.cluster.NodeSpec;
import io.tiercel.sim.cluster.RackSpec;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.ReplicaOrder;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.migrate.AgentSpec;
import io.tiercel.sim.migrate.PlannerSpec;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.paper.PaperFigure.Kind;
import io.tiercel.sim.paper.PaperFigure.Label;
import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.schedule.OfferMode;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.storage.OneTierPlacement;
import io.tiercel.sim.storage.Placement;
import io.tiercel.sim.storage.SplitPlacement;
import io.tiercel.sim.workload.ScheduledCachingJobs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Scheduled Caching's figure: 46 jobs that wait for one another, on disks, in memory, and with their input brought in while they wait. Section 3: ten
 * slaves with 2.5 GB of tmpfs each. Section 2: a job runs when the files that it needs are in memory.
 *
 * <p>Not in the paper: the jobs, drawn by {@link ScheduledCachingJobs}; two tasks at a time on a node; links of 1 Gb/s. Three constants are fitted on
 * the rows of disk and of memory, see decisions 1203 and 1205: the disks' bandwidth, their loss by seeks, and the jobs' computing.
 */
final class ScheduledCachingFigures {
    private static final double MB = 1e6;
    private static final long MEMORY = 2_500_000_000L;

    /** Fitted: decisions 1203 and 1205. */
    static final Costs FITTED = new Costs(2.4 * MB, 8, 3.08 / MB);

    private static final double FULL_SECONDS = 2_000;

    private ScheduledCachingFigures() {}

    /**
     * Costs that the paper does not give.
     *
     * @param disk bytes per second of a node's disk
     * @param seekLoss of the disk
     * @param cpuSecondsPerByte of maps and reduces
     */
    record Costs(double disk, double seekLoss, double cpuSecondsPerByte) {}

    /** The three set-ups. */
    enum Setup {
        DISK("on disk", disk(), MemoryUse.NONE, "2600 0-50"),
        MEMORY("in memory", new OneTierPlacement(Tier.MEMORY, 1), MemoryUse.NONE, "1105 100"),
        PREFETCHING(
                "with prefetching",
                new SplitPlacement(disk(), new OneTierPlacement(Tier.MEMORY, 1)),
                MemoryUse.prefetching(
                        new PrefetchSpec(
                                PlannerSpec.everything(),
                                AgentSpec.sharing(LateBinder.NAME),
                                ScheduledCachingFigures.MEMORY / 2,
                                true),
                        ReplicaOrder.MEMORY_FIRST),
                "1131 100");

        private final String text;
        private final Placement placement;
        private final MemoryUse memory;
        private final String reported;

        Setup(String text, Placement placement, MemoryUse memory, String reported) {
            this.text = text;
            this.placement = placement;
            this.memory = memory;
            this.reported = reported;
        }

        private static Placement disk() {
            return new OneTierPlacement(Tier.HDD, 3);
        }
    }

    static List<PaperFigure> all() {
        return List.of(new PaperFigure(
                new Label("scheduled-caching", Kind.FIGURE, 1),
                "Scheduled Caching, figure 1: average completion time of 46 jobs, and how many are done after "
                        + (int) FULL_SECONDS + " s",
                "s and %",
                60,
                List.of("mean completion", "done at 2000 s"),
                List.of(
                        "The jobs are not published. They are drawn: 46, of which four tenths read little. Each waits for the jobs before it.",
                        "The disks' bandwidth, their loss by seeks and the jobs' computing are fitted on the rows of disk and memory. The row of prefetching follows.",
                        "In memory means input and output in memory, as in the paper's HDFS on tmpfs. With prefetching the output is in memory too.",
                        "With prefetching a job runs when its input is in memory (section 2 of the paper). A writer to a disk waits for"
                                + " memory alone; the disk is written in the background."),
                repetitions -> Arrays.stream(Setup.values())
                        .map(setup -> series(setup, jobs(setup, FITTED, repetitions)))
                        .toList()));
    }

    private static Series series(Setup setup, List<JobResult> jobs) {
        return Series.of(setup.text, setup.reported, mean(jobs), doneAtFull(jobs));
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
        List<JobResult> jobs = new ArrayList<>();
        for (long seed = 1; seed <= repetitions; seed++) {
            RunSpec spec = new RunSpec(
                    new ClusterSpec(List.of(RackSpec.of(10, node, 1_250 * MB))),
                    new StorageSpec(
                            setup.placement, 64L << 20, new AgeingPolicy(), setup.memory.writingBehind(), false),
                    ScheduledCachingJobs.of(seed, costs.cpuSecondsPerByte()),
                    new SchedulingSpec(
                            AssignmentPolicies.named("stock"),
                            CostModel.trident(),
                            OfferMode.ONE_SLOT_OF_A_NODE,
                            Engine.SECOND),
                    TaskSpec.startingIn(2 * Engine.SECOND),
                    Disturbances.NONE,
                    seed);
            jobs.addAll(Simulation.run(spec, 0).jobs());
        }
        return jobs;
    }
}

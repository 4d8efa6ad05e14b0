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
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.ReplicaOrder;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.schedule.OfferMode;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.storage.OneTierPlacement;
import io.tiercel.sim.storage.Placement;
import io.tiercel.sim.storage.SplitPlacement;
import io.tiercel.sim.workload.ScheduledCachingJobs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Scheduled Caching, figure 1: when 46 jobs have completed that wait for one another, on disks, in memory, and with their input brought in while they
 * wait. Section 3: ten slaves with 2.5 GB of tmpfs each. Section 2: a job is executed when the files that it needs are in memory.
 *
 * <p>Not in the paper: the jobs, drawn by {@link ScheduledCachingJobs}; two tasks at a time on a node, links of 1 Gb/s. Three constants are fitted on the rows of disk
 * and of memory, see decisions 1203 and 1205: the disks' bandwidth, their loss by seeks, and the jobs' computing.
 */
final class ScheduledCachingFigure1 implements PaperFigure {
    private static final double MB = 1e6;
    private static final long MEMORY = 2_500_000_000L;
    /** Fitted: decisions 1203 and 1205. */
    static final Costs FITTED = new Costs(2.4 * MB, 8, 3.08 / MB);

    private static final double FULL_SECONDS = 2_000;

    /**
     * What the paper does not give.
     *
     * @param disk bytes per second of a node's disk
     * @param seekLoss of it
     * @param cpuSecondsPerByte of maps and reduces
     */
    record Costs(double disk, double seekLoss, double cpuSecondsPerByte) {}

    /** The three set-ups. */
    enum Setup {
        DISK("on disk", disk(), MemoryUse.NONE, 2_600, new PaperRange(0, 50)),
        MEMORY("in memory", new OneTierPlacement(Tier.MEMORY, 1), MemoryUse.NONE, 1_105, new PaperRange(100, 100)),
        PREFETCHING(
                "with prefetching",
                new SplitPlacement(disk(), new OneTierPlacement(Tier.MEMORY, 1)),
                MemoryUse.prefetching(
                        PrefetchSpec.all(LateBinder.NAME, ScheduledCachingFigure1.MEMORY / 2)
                                .holdingJobs(),
                        ReplicaOrder.MEMORY_FIRST),
                1_131,
                new PaperRange(100, 100));

        private final String text;
        private final Placement placement;
        private final MemoryUse memory;
        private final double seconds;
        private final PaperRange done;

        Setup(String text, Placement placement, MemoryUse memory, double seconds, PaperRange done) {
            this.seconds = seconds;
            this.done = done;
            this.text = text;
            this.placement = placement;
            this.memory = memory;
        }

        private static Placement disk() {
            return new OneTierPlacement(Tier.HDD, 3);
        }
    }

    @Override
    public Label label() {
        return new Label("scheduled-caching", Kind.FIGURE, 1);
    }

    @Override
    public FigureResult run(int repetitions) {
        List<FigureResult.Series> series = new ArrayList<>();
        for (Setup setup : Setup.values()) {
            List<JobResult> jobs = jobs(setup, FITTED, repetitions);
            series.add(new SeriesBuilder(setup.text)
                    .add(mean(jobs), setup.seconds)
                    .add(doneAtFull(jobs), Optional.of(setup.done))
                    .build());
        }
        return new FigureResult(
                "Scheduled Caching, figure 1: average completion time of 46 jobs, and how many are done after "
                        + (int) FULL_SECONDS + " s",
                "s and %",
                60,
                List.of("mean completion", "done at 2000 s"),
                series,
                List.of(
                        "The jobs are not published. They are drawn: 46, of which four tenths read little; each waits for those before it.",
                        "The disks' bandwidth, their loss by seeks and the jobs' computing are fitted on the rows of disk and memory; that of prefetching follows.",
                        "In memory means input and output in memory, as in the paper's HDFS on tmpfs; with prefetching the output is, too.",
                        "A job with prefetching is executed when its input is in memory (section 2 of the paper). Who writes to a disk waits for"
                                + " memory alone, from where the disk is written in the background."));
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
            RunSpec scenario = new RunSpec(
                    new ClusterSpec(List.of(RackSpec.of(10, node, 1_250 * MB))),
                    setup.placement,
                    new AgeingPolicy(),
                    ScheduledCachingJobs.of(seed, costs.cpuSecondsPerByte()),
                    new SchedulingSpec(
                            AssignmentPolicies.named("stock"),
                            CostModel.trident(),
                            OfferMode.ONE_SLOT_OF_A_NODE,
                            Engine.SECOND),
                    64L << 20,
                    2 * Engine.SECOND,
                    seed);
            jobs.addAll(Simulation.run(scenario.withMemory(setup.memory.writingBehind()), 0)
                    .jobs());
        }
        return jobs;
    }
}

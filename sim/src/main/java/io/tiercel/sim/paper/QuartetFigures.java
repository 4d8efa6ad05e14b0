package io.tiercel.sim.paper;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.cache.LruPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.paper.PaperFigure.FigureSimulation;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.Workload;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Quartet's evaluation, section 5: 24 workers with 8 tasks at a time, 16 GB of memory and an HDD of 1 TB; three replicas, blocks of 128 MB. Two
 * jobs count the lines of the same file, one after the other.
 *
 * <p>Assumed: 100 MB/s from an HDD, 5 GB/s from memory, links of 1 Gb/s; counting at 150 MB/s. Page caches of 12 GB hold 89% of a file of 256 GB:
 * "most of the blocks" fit. A Hadoop task takes 4 s to start (the paper: 2 to 6), and a worker gets one container a second. A Spark task takes 50
 * ms, and a slot is offered within 100 ms.
 */
final class QuartetFigures {
    private static final List<Long> GIGABYTES = List.of(256L, 512L, 1024L);

    private static final double MB = 1e6;
    private static final long GIB = 1L << 30;
    private static final int NODES = 24;
    private static final long LATER = 50_000 * Engine.SECOND;

    private QuartetFigures() {}

    private enum Platform {
        HADOOP("Hadoop", "stock", 4 * Engine.SECOND, Engine.SECOND),
        HADOOP_QUARTET("Hadoop, Quartet", "quartet", 4 * Engine.SECOND, Engine.SECOND),
        SPARK("Spark", "stock", Engine.SECOND / 20, Engine.SECOND / 10),
        SPARK_QUARTET("Spark, Quartet", "quartet", Engine.SECOND / 20, Engine.SECOND / 10);

        private final String text;
        private final String policy;
        private final long start;
        private final long heartbeat;

        Platform(String text, String policy, long start, long heartbeat) {
            this.text = text;
            this.policy = policy;
            this.start = start;
            this.heartbeat = heartbeat;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * The second job.
     *
     * @param hits percent of its blocks that were in memory
     * @param runtime in percent of the first job's
     */
    private record Second(double hits, double runtime) {}

    static Map<String, FigureSimulation> simulations() {
        return Map.of("figure 1", hits(1), "figure 2", QuartetFigures::runtimes);
    }

    /** @param scale nodes and data are divided by it */
    static FigureSimulation hits(int scale) {
        return repetitions -> {
            Function<String, List<Second>> seconds = seconds(repetitions, scale);
            return platform -> values(seconds.apply(platform), Second::hits);
        };
    }

    private static Function<String, double[]> runtimes(int repetitions) {
        Function<String, List<Second>> seconds = seconds(repetitions, 1);
        return name -> {
            int end = name.indexOf(": what Quartet gains");
            double[] runtimes = values(seconds.apply(end < 0 ? name : name.substring(0, end)), Second::runtime);
            if (end > 0) {
                double[] fast = values(seconds.apply(name.substring(0, end) + ", Quartet"), Second::runtime);
                Arrays.setAll(runtimes, size -> runtimes[size] - fast[size]);
            }
            return runtimes;
        };
    }

    /** The second jobs of a platform, one for each size. Runs each platform once. */
    private static Function<String, List<Second>> seconds(int repetitions, int scale) {
        Map<String, List<Second>> known = new HashMap<>();
        return name -> known.computeIfAbsent(name, platform -> GIGABYTES.stream()
                .map(size -> mean(PaperFigure.named(Platform.values(), platform), size, repetitions, scale))
                .toList());
    }

    private static double[] values(List<Second> seconds, ToDoubleFunction<Second> value) {
        return seconds.stream().mapToDouble(value).toArray();
    }

    private static Second mean(Platform platform, long gigabytes, int repetitions, int scale) {
        double hits = 0;
        double runtime = 0;
        for (long seed = 1; seed <= repetitions; seed++) {
            List<JobResult> jobs = Simulation.run(scenario(platform, gigabytes, scale, seed), 0)
                    .jobs();
            JobResult second = jobs.get(1);
            hits += 100.0 * second.reads().getOrDefault(Locality.MEMORY_LOCAL, 0) / second.maps();
            runtime += 100.0 * second.duration() / jobs.get(0).duration();
        }
        return new Second(hits / repetitions, runtime / repetitions);
    }

    /** @param scale nodes and data are divided by it */
    private static RunSpec scenario(Platform platform, long gigabytes, int scale, long seed) {
        NodeSpec node = new NodeSpec(
                8,
                List.of(
                        new DeviceSpec(Tier.MEMORY, 5_000 * MB, 12 * GIB),
                        new DeviceSpec(Tier.HDD, 100 * MB, 1_000 * GIB)),
                125 * MB);
        long bytes = gigabytes * GIB / scale;
        Workload workload = new Workload(
                List.of(new InputFile("in", bytes)), List.of(job("first", 0, bytes), job("second", LATER, bytes)));
        return new RunSpec(
                new ClusterSpec(List.of(RackSpec.of(NODES / scale, node, 1_250 * MB))),
                new StorageSpec(
                        new OneTierPlacement(Tier.HDD, 3), 128L << 20, new LruPolicy(), MemoryUse.PAGE_CACHE, false),
                workload,
                new SchedulingSpec(
                        AssignmentPolicies.named(platform.policy),
                        CostModel.trident(),
                        OfferMode.ONE_SLOT_OF_A_NODE,
                        platform.heartbeat),
                TaskSpec.startingIn(platform.start),
                Disturbances.NONE,
                seed);
    }

    private static Job job(String name, long arrival, long bytes) {
        return new Job(name, arrival, Optional.of("in"), bytes, 1 / (150 * MB), Optional.empty(), 0);
    }
}

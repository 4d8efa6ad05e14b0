package io.tiercel.sim.paper;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.cache.LruPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.DeviceSpec;
import io.tiercel.sim.cluster.NodeSpec;
import io.tiercel.sim.cluster.RackSpec;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.schedule.OfferMode;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.storage.OneTierPlacement;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Quartet's evaluation, section 5: 24 workers with 8 tasks at a time, 16 GB of memory and an HDD of 1 TB; three replicas, blocks of 128 MB. Two
 * jobs count the lines of the same file, one after the other.
 *
 * <p>Assumed: 100 MB/s from an HDD, 5 GB/s from memory, links of 1 Gb/s; counting at 150 MB/s. Page caches of 12 GB hold 89% of a file of 256 GB:
 * "most of the blocks" fit. A Hadoop task takes 4 s to start (the paper: 2 to 6), and a worker gets one container a second. A Spark task takes 50
 * ms, and a slot is offered within 100 ms.
 */
final class QuartetSetup {
    static final String PAPER = "quartet";

    /** The sizes of the file in GB. */
    static final List<Long> GIGABYTES = List.of(256L, 512L, 1024L);

    static final List<String> COLUMNS = List.of("256 GB", "512 GB", "1 TB");

    private static final double MB = 1e6;
    private static final long GIB = 1L << 30;
    private static final int NODES = 24;
    private static final long LATER = 50_000 * Engine.SECOND;

    private QuartetSetup() {}

    /** The four systems. */
    enum Platform {
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

        String text() {
            return text;
        }
    }

    /**
     * The second job.
     *
     * @param hits percent of its blocks that were in memory
     * @param runtime in percent of the first job's
     */
    record Second(double hits, double runtime) {}

    /** The second jobs of all platforms, one for each size. */
    static Map<Platform, List<Second>> run(int repetitions, int scale) {
        Map<Platform, List<Second>> all = new EnumMap<>(Platform.class);
        for (Platform platform : Platform.values()) {
            List<Second> bySize = new ArrayList<>();
            for (long size : GIGABYTES) {
                bySize.add(mean(platform, size, repetitions, scale));
            }
            all.put(platform, bySize);
        }
        return all;
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

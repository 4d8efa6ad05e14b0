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
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.job.TaskSpec.ComputeSpec;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.LocalityWait;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.storage.Placement.ReplicaPerTierPlacement;
import io.tiercel.sim.workload.FacebookWorkload;
import io.tiercel.sim.workload.HiBench;
import io.tiercel.sim.workload.HiBench.Scale;
import io.tiercel.sim.workload.Workload;
import io.tiercel.stage.HoldRule;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Trident's evaluation, section 7: 10 workers of 8 cores with 4 GB of memory, 64 GB of SSD and three HDDs of 320 GB; 3,200, 400 and 160 MB/s;
 * blocks of 128 MB. HDFS has three replicas on HDDs, OctopusFS one on each tier and LRU in memory. Scores are 1, 8, 20, c1 = 40, c2 = 100. Tasks
 * ask for slots 2 s after submission, and read 1 s after they have got them (section 4.1: the defaults of its models).
 *
 * <p>Assumed: one rack; links of 1 Gb/s (3,200 MB/s over c1 is 80 MB/s); nodes report once a second (Hadoop's default). Trident's resource manager
 * looks at all nodes ten times a second (section 3.1 names that interval). Fitted: see docs/papers/trident.md.
 */
final class TridentSetup {
    /** Fitted: see docs/papers/trident.md. */
    static final TaskCosts FITTED = new TaskCosts(7 * Engine.SECOND, 0.07 / (1 << 20), 9, 6);

    /** The offers of Hadoop's own schedulers: see docs/papers/trident.md. */
    static final OfferMode HADOOP = OfferMode.LOCAL_SLOTS_OF_A_NODE;

    static final long GIB = 1L << 30;

    /** A worker's memory tier, bytes. */
    static final long MEMORY = 4 * GIB;

    private static final long LEAD = 2 * Engine.SECOND;
    private static final long START = Engine.SECOND;
    private static final TaskSpec HADOOP_TASKS = new TaskSpec(START, FITTED.end(), ComputeSpec.AFTER_READING);
    private static final long SPARK_START = Engine.SECOND / 20;
    private static final double MB = 1e6;

    private TridentSetup() {}

    /**
     * Costs that the paper does not give.
     *
     * @param end nanoseconds that a task keeps its slot beside starting, reading, computing and writing
     * @param cpuSecondsPerByte computing of a task by its input
     * @param seekLoss of the HDDs: how much longer many transfers at a time take than one after the other
     * @param burst jobs of the Facebook workload that arrive together
     */
    record TaskCosts(long end, double cpuSecondsPerByte, double seekLoss, double burst) {}

    enum FileSystem {
        HDFS("HDFS"),
        OCTOPUS_FS("OctopusFS");

        private final String text;

        FileSystem(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }

        Placement placement() {
            return this == HDFS
                    ? new OneTierPlacement(Tier.HDD, 3)
                    : new ReplicaPerTierPlacement(List.of(Tier.MEMORY, Tier.SSD, Tier.HDD));
        }
    }

    enum Scheduler {
        DEFAULT("Default", "stock"),
        H_SCHEDULER("H-Scheduler", "h-scheduler"),
        QUARTET("Quartet", "quartet"),
        TRIDENT("Trident", "trident");

        private final String text;
        private final String policy;

        Scheduler(String text, String policy) {
            this.text = text;
            this.policy = policy;
        }

        @Override
        public String toString() {
            return text;
        }

        /** In Hadoop: its own schedulers see one node at a time, Trident's sees all. */
        SchedulingSpec hadoop() {
            return this == TRIDENT ? scheduling(OfferMode.CONTAINERS, Engine.SECOND / 10) : hadoop(HADOOP);
        }

        SchedulingSpec hadoop(OfferMode offer) {
            return scheduling(offer, Engine.SECOND);
        }

        /** In Spark: all see all executors, and Spark's own levels wait 3 s. */
        SchedulingSpec spark() {
            return new SchedulingSpec(
                    AssignmentPolicies.named(policy),
                    CostModel.trident(),
                    OfferMode.ALL_SLOTS,
                    Engine.SECOND / 10,
                    LocalityWait.ofNanos(3 * Engine.SECOND),
                    false,
                    HoldRule.NEVER);
        }

        private SchedulingSpec scheduling(OfferMode offer, long heartbeat) {
            return new SchedulingSpec(AssignmentPolicies.named(policy), CostModel.trident(), offer, heartbeat);
        }
    }

    private static ClusterSpec cluster(double seekLoss, long memory) {
        DeviceSpec disk = new DeviceSpec(Tier.HDD, 160 * MB, 320 * GIB, seekLoss);
        NodeSpec worker = new NodeSpec(
                8,
                List.of(
                        new DeviceSpec(Tier.MEMORY, 3_200 * MB, memory),
                        new DeviceSpec(Tier.SSD, 400 * MB, 64 * GIB),
                        disk,
                        disk,
                        disk),
                125 * MB);
        return new ClusterSpec(List.of(RackSpec.of(10, worker, 1_250 * MB)));
    }

    static RunSpec facebook(
            FileSystem fileSystem, SchedulingSpec scheduling, MemoryUse memory, TaskCosts costs, long seed) {
        Workload workload =
                FacebookWorkload.of(seed, new FacebookWorkload.Costs(LEAD, costs.cpuSecondsPerByte(), costs.burst()));
        return new RunSpec(
                cluster(costs.seekLoss(), MEMORY),
                storage(fileSystem, 128L << 20, memory),
                workload,
                scheduling,
                new TaskSpec(START, costs.end(), ComputeSpec.AFTER_READING),
                Disturbances.NONE,
                seed);
    }

    static RunSpec hadoop(
            HiBench application, Scale scale, FileSystem fileSystem, Scheduler scheduler, long memory, long seed) {
        StorageSpec storage = storage(fileSystem, scale.blockBytes(), MemoryUse.NONE);
        return hiBench(application, scale, storage, scheduler.hadoop(), memory, HADOOP_TASKS, seed);
    }

    static RunSpec spark(HiBench application, Scale scale, FileSystem fileSystem, Scheduler scheduler, long seed) {
        StorageSpec storage = storage(fileSystem, scale.blockBytes(), MemoryUse.NONE);
        TaskSpec tasks = TaskSpec.startingIn(SPARK_START);
        return hiBench(application, scale, storage, scheduler.spark(), MEMORY, tasks, seed);
    }

    /** HiBench's applications on Hadoop, each alone on the cluster. */
    static JobStatistics hadoop(int repetitions, Scale scale, FileSystem fileSystem, Scheduler scheduler, long memory) {
        return applications(
                repetitions, (application, seed) -> hadoop(application, scale, fileSystem, scheduler, memory, seed));
    }

    /** HiBench's applications on Hadoop at the largest scale, all input on HDDs, each alone on the cluster. */
    static JobStatistics prefetched(int repetitions, Scheduler scheduler, MemoryUse memory) {
        StorageSpec storage = storage(FileSystem.HDFS, Scale.HUGE.blockBytes(), memory);
        return applications(
                repetitions,
                (application, seed) ->
                        hiBench(application, Scale.HUGE, storage, scheduler.hadoop(), MEMORY, HADOOP_TASKS, seed));
    }

    /** HiBench's applications on Spark, each alone on the cluster. */
    static JobStatistics spark(int repetitions, Scale scale, FileSystem fileSystem, Scheduler scheduler) {
        return applications(repetitions, (application, seed) -> spark(application, scale, fileSystem, scheduler, seed));
    }

    private static JobStatistics applications(int repetitions, BiFunction<HiBench, Long, RunSpec> specs) {
        return Arrays.stream(HiBench.values())
                .map(application -> JobStatistics.of(repetitions, seed -> specs.apply(application, seed)))
                .reduce(JobStatistics::and)
                .orElseThrow();
    }

    private static RunSpec hiBench(
            HiBench application,
            Scale scale,
            StorageSpec storage,
            SchedulingSpec scheduling,
            long memory,
            TaskSpec tasks,
            long seed) {
        Workload workload = application.workload(scale, LEAD, FITTED.cpuSecondsPerByte());
        return new RunSpec(
                cluster(FITTED.seekLoss(), memory), storage, workload, scheduling, tasks, Disturbances.NONE, seed);
    }

    private static StorageSpec storage(FileSystem fileSystem, long blockBytes, MemoryUse memory) {
        return new StorageSpec(fileSystem.placement(), blockBytes, new LruPolicy(), memory, false);
    }
}

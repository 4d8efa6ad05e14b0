package io.tiercel.spark.prefetch;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.spark.memory.ClusterMemory;
import io.tiercel.spark.memory.ClusterMemory.DeviceSpeed;
import io.tiercel.spark.memory.ClusterMemory.NodeMemory;
import io.tiercel.spark.memory.StageMemory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/** Turns a stage and the cluster's current state into a problem for the planners. */
final class PrefetchProblemFactory {
    /** From a slot's becoming free until its next task runs: Spark learns of it at once, not by a heartbeat. */
    private static final double SCHEDULE_SECONDS = 0.01;

    /** A block counts as resident from this share in memory. */
    static final double RESIDENT_SHARE = 0.95;

    /** The least time until a block that is not resident becomes so. */
    private static final double SOON = 1e-3;

    private final HostRegistry hosts;
    private final TierRates rates;

    PrefetchProblemFactory(HostRegistry hosts, TierRates rates) {
        this.hosts = hosts;
        this.rates = rates;
    }

    /**
     * The cluster and the stage's part in it.
     *
     * @param preceding replaces the current use of slots, unless it is {@link PrecedingScans#NONE}
     * @param scores by which the scheduler orders the stage's tasks
     */
    record Situation(
            ClusterMemory cluster, StageMemory memory, StageSlots slots, PrecedingScans preceding, ReadScores scores) {}

    /**
     * The given values of a problem. Times are in seconds.
     *
     * @param computing how long each task computes
     * @param arrival when the application expects a block in memory; infinity for one that it has not requested
     * @param otherTasks how long tasks of other stages take; NaN if none has ended yet, then this stage's own times stand in
     */
    record Predictions(IntToDoubleFunction computing, ToDoubleFunction<BlockId> arrival, double otherTasks) {}

    /**
     * A problem, and what only records name.
     *
     * @param nodes names of its nodes
     * @param readSeconds of each task: from the fastest device that holds its blocks, without other readers
     */
    record StageProblem(PrefetchProblem problem, List<String> nodes, List<Double> readSeconds) {}

    StageProblem create(StageBlocks job, Situation now, Predictions predictions) {
        ClusterMemory cluster = now.cluster();
        PrecedingScans preceding = now.preceding();
        ClusterDevices devices = new ClusterDevices(cluster, hosts, rates, job.meanBytes(), preceding.reading());
        // An idle agent asks half an interval later, on average.
        double wait = cluster.intervalSeconds() / 2;
        List<InputBlock> blocks = new ArrayList<>(job.parts().size());
        for (StageBlocks.Part part : job.parts()) {
            blocks.add(block(
                    part, now.memory(), devices, wait, predictions.arrival().applyAsDouble(part.id)));
        }
        List<JobTask> tasks = new ArrayList<>(job.tasks());
        List<Double> reading = new ArrayList<>(job.tasks());
        double seconds = 0;
        for (int task = 0; task < job.tasks(); task++) {
            double cpu = predictions.computing().applyAsDouble(task);
            List<BlockRead> reads = job.reads(task).stream()
                    .map(read -> new BlockRead(read.part(), read.bytes()))
                    .toList();
            double read = reading(reads, blocks, devices);
            reading.add(read);
            seconds += cpu + read;
            tasks.add(new JobTask(reads, cpu));
        }
        double others = predictions.otherTasks();
        double typical = Double.isNaN(others) ? seconds / Math.max(1, job.tasks()) : others;
        return new StageProblem(
                new PrefetchProblem(
                        devices.devices(),
                        devices.memoryFree(),
                        preceding.equals(PrecedingScans.NONE)
                                ? now.slots().freeAt(typical)
                                : now.slots().allFreeAt(preceding.ends()),
                        blocks,
                        tasks,
                        rates.withoutDevices(devices.devices()),
                        new PlanningTimes(0, SCHEDULE_SECONDS, wait),
                        now.scores()),
                devices.names(),
                reading);
    }

    private InputBlock block(
            StageBlocks.Part part, StageMemory memory, ClusterDevices devices, double wait, double expected) {
        List<Integer> lies = new ArrayList<>(part.replicas.size());
        // A block that is overdue may come any moment.
        double ready = Math.max(SOON, expected);
        for (Replica replica : part.replicas) {
            if (replica.tier() == Tier.REMOTE) {
                continue;
            }
            int device = devices.of(part.id, replica);
            lies.add(device);
            Residency residency = memory.of(part.id, replica);
            if (!residency.arriving() && residency.share() >= RESIDENT_SHARE) {
                ready = 0;
            } else if (residency.arriving()) {
                double left = part.bytes() * (1 - residency.share());
                ready = Math.min(ready, Math.max(SOON, wait + left / devices.bytesPerSecond(device)));
            }
        }
        return new InputBlock(part.bytes(), lies, ready);
    }

    private double reading(List<BlockRead> reads, List<InputBlock> blocks, ClusterDevices devices) {
        double seconds = 0;
        for (BlockRead read : reads) {
            double rate = blocks.get(read.block()).devices().stream()
                    .map(devices.devices()::get)
                    .mapToDouble(SourceDevice::bytesPerSecond)
                    .max()
                    .orElse(rates.of(Tier.REMOTE));
            seconds += read.bytes() / rate;
        }
        return seconds;
    }

    /**
     * The devices and the memory of a cluster, as a problem counts them. Agents report their devices. A node without an agent has no memory
     * to prefetch into; its replicas lie on devices of their tier's usual speed. The usual speed is the median of the measured ones, or
     * follows from the tier's score.
     *
     * <p>Block locations name a replica's tier, not its device. Blocks are taken to be spread evenly over a node's devices of one tier.
     */
    private static final class ClusterDevices {
        private record Kind(int node, Tier tier) {}

        private final HostRegistry hosts;
        private final Map<Tier, Double> usual = new EnumMap<>(Tier.class);
        private final List<SourceDevice> devices = new ArrayList<>();
        private final List<Long> memoryFree = new ArrayList<>();
        private final List<String> names = new ArrayList<>();
        private final Map<Integer, Integer> nodeOf = new HashMap<>();
        private final Map<Kind, List<Integer>> byKind = new HashMap<>();

        /**
         * @param blockBytes length of a queued block of another job
         * @param reading how long tasks keep each device busy first, in seconds
         */
        ClusterDevices(ClusterMemory cluster, HostRegistry hosts, TierRates rates, double blockBytes, double reading) {
            this.hosts = hosts;
            for (Tier tier : Tier.values()) {
                usual.put(tier, median(cluster, tier).orElseGet(() -> rates.of(tier)));
            }
            double all = cluster.nodes().stream()
                    .flatMap(node -> node.devices().stream())
                    .mapToDouble(this::rate)
                    .sum();
            // Unbound migrations will spread by speed.
            double pending = all > 0 ? cluster.pendingBytes() / all : 0;
            long taken = cluster.pendingBytes() / Math.max(1, cluster.nodes().size());
            for (NodeMemory node : cluster.nodes()) {
                int index = node(node.node(), Math.max(0, node.freeBytes() - taken));
                for (DeviceSpeed device : node.devices()) {
                    double rate = rate(device);
                    add(index, device.tier(), rate, reading + pending + device.queued() * blockBytes / rate);
                }
            }
        }

        /** The upper median of a tier's measured speeds. */
        private static OptionalDouble median(ClusterMemory cluster, Tier tier) {
            double[] measured = cluster.nodes().stream()
                    .flatMap(node -> node.devices().stream())
                    .filter(device -> device.tier() == tier && device.bytesPerSecond() > 0)
                    .mapToDouble(DeviceSpeed::bytesPerSecond)
                    .sorted()
                    .toArray();
            return measured.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(measured[measured.length / 2]);
        }

        private double rate(DeviceSpeed device) {
            return device.bytesPerSecond() > 0 ? device.bytesPerSecond() : usual(device.tier());
        }

        private double usual(Tier tier) {
            return Objects.requireNonNull(usual.get(tier));
        }

        private int node(int host, long free) {
            return nodeOf.computeIfAbsent(hosts.canonical(host), canonical -> {
                memoryFree.add(free);
                names.add(hosts.name(canonical));
                return memoryFree.size() - 1;
            });
        }

        private int add(int node, Tier tier, double rate, double busy) {
            devices.add(new SourceDevice(node, tier, rate, busy));
            byKind.computeIfAbsent(new Kind(node, tier), kind -> new ArrayList<>())
                    .add(devices.size() - 1);
            return devices.size() - 1;
        }

        /** The device that a replica lies on. */
        int of(BlockId block, Replica replica) {
            int node = node(replica.node(), 0);
            List<Integer> known = byKind.get(new Kind(node, replica.tier()));
            if (known == null) {
                return add(node, replica.tier(), usual(replica.tier()), 0);
            }
            return known.get(Math.floorMod(block.hashCode(), known.size()));
        }

        double bytesPerSecond(int device) {
            return devices.get(device).bytesPerSecond();
        }

        List<SourceDevice> devices() {
            return devices;
        }

        List<Long> memoryFree() {
            return memoryFree;
        }

        /** Names of the nodes, in the order of {@link #memoryFree}. */
        List<String> names() {
            return names;
        }
    }
}

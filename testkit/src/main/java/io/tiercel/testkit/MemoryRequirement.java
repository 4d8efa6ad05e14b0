package io.tiercel.testkit;

import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Whether the machine has room for a cluster. */
public final class MemoryRequirement {
    // As measured on JDK 17 after start, with some room for work.
    private static final int NAME_NODE_MIB = 280;
    private static final int DATA_NODE_MIB = 260;
    private static final int SPARK_DAEMON_MIB = 280;
    private static final int EXECUTOR_BEYOND_HEAP_MIB = 250;
    private static final int DRIVER_MIB = 700;
    private static final int RESOURCE_MANAGER_MIB = 300;
    private static final int NODE_MANAGER_MIB = 270;

    private MemoryRequirement() {}

    /** MiB for the daemons, the executors of one application and its driver. */
    static long needed(ClusterBuilder spec) {
        long hdfs = NAME_NODE_MIB + (long) spec.nodes * DATA_NODE_MIB;
        long executors = spec.nodes * ((long) spec.executorMiB + EXECUTOR_BEYOND_HEAP_MIB);
        long daemons = (spec.nodes + 1L) * SPARK_DAEMON_MIB;
        return spec.spark ? hdfs + daemons + executors + DRIVER_MIB : hdfs;
    }

    /** @throws ClusterException if less is available than the cluster needs */
    static void require(ClusterBuilder spec, OptionalLong availableMiB) {
        require(
                spec.nodes,
                needed(spec),
                "take fewer nodes, less executor memory, or end other programs",
                availableMiB);
    }

    /** The daemons' memory; containers are as large as a test makes them. */
    static void require(YarnClusterBuilder spec, OptionalLong availableMiB) {
        long needed = RESOURCE_MANAGER_MIB + (long) spec.nodes * NODE_MANAGER_MIB;
        require(spec.nodes, needed, "take fewer nodes, or end other programs", availableMiB);
    }

    private static void require(int nodes, long needed, String advice, OptionalLong availableMiB) {
        if (availableMiB.isPresent() && availableMiB.getAsLong() < needed) {
            throw new ClusterException(String.format(
                    Locale.ROOT,
                    "too little memory: a cluster of %d nodes needs %.1f GiB, only %.1f GiB are available; %s",
                    nodes,
                    needed / 1024.0,
                    availableMiB.getAsLong() / 1024.0,
                    advice));
        }
    }

    /** MiB that programs can get now without swapping; empty where the system does not say. */
    public static OptionalLong availableMiB() {
        OptionalLong machine = meminfo(Path.of("/proc/meminfo"));
        OptionalLong group = controlGroup(Path.of("/sys/fs/cgroup"));
        return group.isPresent() && group.getAsLong() < machine.orElse(Long.MAX_VALUE) ? group : machine;
    }

    static OptionalLong meminfo(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> Long.parseLong(line.split("\\s+")[1]) / 1024)
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** Room left in the control group (version 2); its page cache does not count as used. */
    static OptionalLong controlGroup(Path directory) {
        try {
            long most = Long.parseLong(
                    Files.readString(directory.resolve("memory.max")).strip());
            try (Stream<String> statistics = Files.lines(directory.resolve("memory.stat"))) {
                long used = statistics
                        .filter(line -> line.startsWith("anon ") || line.startsWith("kernel "))
                        .mapToLong(line -> Long.parseLong(line.split(" ")[1]))
                        .sum();
                return OptionalLong.of((most - used) >> 20);
            }
        } catch (IOException | NumberFormatException e) {
            // No such group, or no limit ("max").
            return OptionalLong.empty();
        }
    }
}

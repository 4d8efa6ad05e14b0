package io.tiercel.demo.cluster;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.model.ByteSize;
import io.tiercel.testkit.MemoryRequirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public final class MachineRequirements {
    private static final long MIB = 1 << 20;
    /** NameNode, Master, driver and the demo itself; all of these as they were measured on a JDK 17. */
    private static final long FIXED = 1700 * MIB;

    private static final long PER_NODE = 1000 * MIB;

    private static final long DEMO = 300 * MIB;

    private static final long NAME_NODE = 300 * MIB;
    private static final long DATA_NODE = 280 * MIB;
    /** Checksums, the warm-up's data, shuffle files and logs. */
    private static final long DISK_EXTRA = 512 * MIB;

    private MachineRequirements() {}

    /** Room for a cluster with Spark, and for the settings' data. */
    public static void requireRoom(DemoSettings settings, Path directory) {
        requireRoom(settings, FIXED + settings.nodes() * PER_NODE, 1, directory);
    }

    /** Room for clusters without Spark that are up at the same time, each with the settings' data. */
    public static void requireRoomForHdfs(DemoSettings settings, int clusters, Path directory) {
        requireRoom(settings, DEMO + clusters * (NAME_NODE + settings.nodes() * DATA_NODE), clusters, directory);
    }

    private static void requireRoom(DemoSettings settings, long memory, int clusters, Path directory) {
        MemoryRequirement.availableMiB().ifPresent(available -> requireMemory(settings, memory, available * MIB));
        try {
            requireDisk(
                    settings, clusters, directory, Files.getFileStore(directory).getUsableSpace());
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE, "cannot ask how much room there is in " + directory + ": " + e.getMessage());
        }
    }

    static void requireMemory(DemoSettings settings, long needed, long available) {
        if (available < needed) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE,
                    "too little memory: %d nodes need about %s, %s are available; stop something, or take fewer --nodes"
                            .formatted(settings.nodes(), new ByteSize(needed), new ByteSize(available)));
        }
    }

    static void requireDisk(DemoSettings settings, int clusters, Path directory, long available) {
        long needed = clusters * settings.size().bytes() * settings.replication() + DISK_EXTRA;
        if (available < needed) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE,
                    "too little disk space in %s: %d replicas of %s need about %s, %s are free; take a smaller --size or another --out"
                            .formatted(
                                    directory,
                                    clusters * settings.replication(),
                                    settings.size(),
                                    new ByteSize(needed),
                                    new ByteSize(available)));
        }
    }
}

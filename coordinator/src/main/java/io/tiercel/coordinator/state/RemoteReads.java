package io.tiercel.coordinator.state;

import io.tiercel.migrate.status.ReplicaStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * When readers on other nodes are sent to a replica in memory. DYRS sends all there (section III); HDFS, which is told of the replica
 * once for all readers, cannot weigh each reader's own replica against it, so that this is decided block by block.
 */
public enum RemoteReads {
    /** Where each other replica lies on a device that is slower than the network: an HDD, or storage outside the cluster. */
    OVER_HDD,
    ALWAYS,
    NEVER;

    /** As configuration names it: over-hdd, … */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All, the default first. */
    public static List<String> names() {
        return Arrays.stream(values()).map(RemoteReads::text).toList();
    }

    /** The one of that name. */
    public static RemoteReads named(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Whether memory of {@code node} is to be read rather than any of these replicas elsewhere. */
    boolean prefers(String node, List<ReplicaStatus> replicas) {
        return switch (this) {
            case NEVER -> false;
            case ALWAYS -> true;
            case OVER_HDD ->
                !replicas.isEmpty()
                        && replicas.stream().allMatch(place -> place.node().equals(node) || slow(place.storageType()));
        };
    }

    private static boolean slow(String storageType) {
        return switch (storageType) {
            case "DISK", "ARCHIVE", "PROVIDED" -> true;
            default -> false;
        };
    }
}

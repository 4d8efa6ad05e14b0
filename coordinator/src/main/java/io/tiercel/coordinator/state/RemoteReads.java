package io.tiercel.coordinator.state;

import io.tiercel.migrate.status.MigrationViews.ReplicaStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * When readers on other nodes are sent to a replica in memory. DYRS sends all there (section III).
 * HDFS learns of the replica once for all readers, and cannot compare it with each reader's own. So this is decided block by block.
 */
public enum RemoteReads {
    /** Where each other replica lies on a device that is slower than the network: an HDD, or storage outside the cluster. */
    OVER_HDD,
    ALWAYS,
    NEVER;

    private static final Set<String> SLOW = Set.of("DISK", "ARCHIVE", "PROVIDED");

    /** As configuration names it: over-hdd, … */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(RemoteReads::text).toList();
    }

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
                        && replicas.stream()
                                .allMatch(place -> place.node().equals(node) || SLOW.contains(place.storageType()));
        };
    }
}

package io.tiercel.plan.dispatch;

import io.tiercel.model.Preconditions;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The devices and nodes of a cluster, as far as they are known beforehand. Both are numbered from 0. The memory of a node is one of its
 * devices.
 *
 * @param nodeOf the node of each device, or {@link #NO_NODE} for shared storage; given away
 * @param throughput of each device; given away
 * @param kindOf the kind of each device, from 0, or {@link #NO_KIND}: by how much one has proved to be faster or slower than told is
 *     expected of the others of its kind; given away
 * @param familyOf the family of each kind, from 0, or {@link #NO_FAMILY}: if devices of a family have proved to be slower than told, its
 *     kinds that no task has read from are expected to be slower by the same factor; given away
 * @param rackOf the rack of each node; given away
 * @param link bytes per second between two nodes, each way
 */
public record ClusterModel(
        int[] nodeOf, Throughput[] throughput, int[] kindOf, int[] familyOf, int[] rackOf, double link) {
    /** The node of shared storage, which belongs to none: all nodes read it alike. */
    public static final int NO_NODE = -1;

    public static final int NO_KIND = -1;
    public static final int NO_FAMILY = -1;

    public ClusterModel {
        Preconditions.positive("link, bytes per second", link);
        if (nodeOf.length != throughput.length || nodeOf.length != kindOf.length) {
            throw new IllegalArgumentException("expected a throughput and a kind for each of " + nodeOf.length
                    + " devices, got " + throughput.length + " and " + kindOf.length);
        }
        for (int kind : kindOf) {
            if (kind != NO_KIND) {
                Preconditions.index("kind of a device", kind, familyOf.length);
            }
        }
        for (int family : familyOf) {
            if (family < NO_FAMILY) {
                throw new IllegalArgumentException(
                        "family of a kind: expected at least " + NO_FAMILY + ", got " + family);
            }
        }
        for (int node : nodeOf) {
            if (node != NO_NODE) {
                Preconditions.index("node of a device", node, rackOf.length);
            }
        }
    }

    /** Devices that tell nothing of each other. */
    public ClusterModel(int[] nodeOf, Throughput[] throughput, int[] rackOf, double link) {
        this(
                nodeOf,
                throughput,
                IntStream.generate(() -> NO_KIND).limit(nodeOf.length).toArray(),
                new int[0],
                rackOf,
                link);
    }

    public int devices() {
        return nodeOf.length;
    }

    public int nodes() {
        return rackOf.length;
    }

    /** Whether a device belongs to no node. */
    boolean isShared(int device) {
        return nodeOf[device] == NO_NODE;
    }

    /** Whether a device is expected to be slower than told if others have proved to be. */
    boolean hasFamily(int device) {
        return kindOf[device] != NO_KIND && familyOf[kindOf[device]] != NO_FAMILY;
    }

    /** The devices of each node. */
    int[][] devicesByNode() {
        return grouped(nodeOf, nodes(), device -> !isShared(device));
    }

    /**
     * The members of each group, ascending.
     *
     * @param groupOf the group of each member
     * @param isMember which of them count
     */
    static int[][] grouped(int[] groupOf, int groups, IntPredicate isMember) {
        int[] count = new int[groups];
        for (int member = 0; member < groupOf.length; member++) {
            if (isMember.test(member)) {
                count[groupOf[member]]++;
            }
        }
        int[][] members = new int[groups][];
        for (int group = 0; group < groups; group++) {
            members[group] = new int[count[group]];
        }
        for (int member = groupOf.length - 1; member >= 0; member--) {
            if (isMember.test(member)) {
                members[groupOf[member]][--count[groupOf[member]]] = member;
            }
        }
        return members;
    }
}

package io.tiercel.plan.dispatch;

import io.tiercel.model.Preconditions;

/**
 * The devices and nodes of a cluster, as far as they are known beforehand. Both are numbered from 0. The memory of a node is one of its
 * devices.
 *
 * @param nodeOf the node of each device; given away
 * @param throughput of each device; given away
 * @param rackOf the rack of each node; given away
 * @param link bytes per second between two nodes, each way
 */
public record ClusterModel(int[] nodeOf, Throughput[] throughput, int[] rackOf, double link) {
    public ClusterModel {
        Preconditions.positive("link, bytes per second", link);
        if (nodeOf.length != throughput.length) {
            throw new IllegalArgumentException(
                    "expected a throughput for each of " + nodeOf.length + " devices, got " + throughput.length);
        }
        for (int node : nodeOf) {
            Preconditions.index("node of a device", node, rackOf.length);
        }
    }

    public int devices() {
        return nodeOf.length;
    }

    public int nodes() {
        return rackOf.length;
    }

    /** The devices of each node. */
    int[][] devicesByNode() {
        return grouped(nodeOf, nodes());
    }

    /** The members of each group, ascending. @param groupOf the group of each member */
    static int[][] grouped(int[] groupOf, int groups) {
        int[] count = new int[groups];
        for (int group : groupOf) {
            count[group]++;
        }
        int[][] members = new int[groups][];
        for (int group = 0; group < groups; group++) {
            members[group] = new int[count[group]];
        }
        for (int member = groupOf.length - 1; member >= 0; member--) {
            members[groupOf[member]][--count[groupOf[member]]] = member;
        }
        return members;
    }
}

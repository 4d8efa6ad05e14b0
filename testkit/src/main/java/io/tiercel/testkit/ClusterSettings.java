package io.tiercel.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * What cluster to start.
 *
 * @param nodes storage and compute nodes, each a DataNode and a Worker
 * @param racks racks over which the nodes are spread in runs of neighbours
 * @param slotsPerNode executor cores of each node
 * @param replication replicas of a new file
 * @param blockSize bytes of a block of a new file
 * @param storagePolicy HDFS storage policy of the root directory
 * @param devices bandwidths, bytes/s, by storage type as HDFS names it; 0 for no limit
 * @param devicesOfNode the same for single nodes, where they differ
 * @param executorMiB heap of each executor
 * @param namePort port of the NameNode, 0 for any free one
 * @param masterPort port of the Spark Master, 0 for any free one
 * @param spark whether to start Spark's daemons, or HDFS alone
 * @param workDir where everything is kept; empty for a directory that is deleted on closing
 * @param pluginJars jars that every application gets
 * @param daemonJars what the HDFS daemons' class path has beside Hadoop
 * @param daemonOptions further options for the daemons' JVMs
 * @param hdfsKeys further configuration of the HDFS daemons
 * @param dataNodeKeys configuration of single DataNodes, where it differs
 * @param dataNodeLaunchers what single DataNodes are started with
 * @param startLimit how long starting may take
 * @param whenUp called with the name of each daemon once it is up
 */
record ClusterSettings(
        int nodes,
        int racks,
        int slotsPerNode,
        int replication,
        long blockSize,
        String storagePolicy,
        Map<String, Long> devices,
        Map<Integer, Map<String, Long>> devicesOfNode,
        int executorMiB,
        int namePort,
        int masterPort,
        boolean spark,
        Optional<Path> workDir,
        List<Path> pluginJars,
        List<Path> daemonJars,
        List<String> daemonOptions,
        Map<String, String> hdfsKeys,
        Map<Integer, Map<String, String>> dataNodeKeys,
        Map<Integer, List<String>> dataNodeLaunchers,
        Duration startLimit,
        Consumer<String> whenUp) {

    /** The control side lives on 127.0.0.1, node i on 127.0.0.(i + 2). */
    static final String GATEWAY = "127.0.0.1";

    String host(int node) {
        return "127.0.0." + (node + 2);
    }

    String rack(int node) {
        return "/rack-" + (node * racks / nodes + 1);
    }

    List<String> hosts() {
        return IntStream.range(0, nodes).mapToObj(this::host).toList();
    }

    long bandwidth(int node, String storageType) {
        return devicesOfNode
                .getOrDefault(node, Map.of())
                .getOrDefault(storageType, devices.getOrDefault(storageType, 0L));
    }
}

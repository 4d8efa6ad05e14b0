package io.tiercel.testkit;

import io.tiercel.testkit.process.ClusterException;
import io.tiercel.testkit.secure.KerberosRealm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The options of a YARN cluster, with a default for everything. Change nothing once it has started. */
public final class YarnClusterBuilder {
    private static final int MOST_NODES = 200;

    int nodes = 2;
    int racks = 1;
    int memoryMiB = 2048;
    final Map<Integer, Integer> nodeMemoryMiB = new HashMap<>();
    final Map<String, String> keys = new LinkedHashMap<>();
    final Map<Integer, Map<String, String>> nodeKeys = new HashMap<>();
    final List<Path> daemonJars = new ArrayList<>();

    /** For the JVMs of daemons and containers. */
    final List<String> jvmOptions = new ArrayList<>();

    YarnClusterBuilder() {}

    /** NodeManagers, 1 to 200; 2 by default. Node i is 127.0.0.(i + 2). */
    public YarnClusterBuilder nodes(int count) {
        nodes = within("nodes", count, 1, MOST_NODES);
        return this;
    }

    /** Racks over which the nodes are spread in runs of neighbours; 1 by default. */
    public YarnClusterBuilder racks(int count) {
        racks = within("racks", count, 1, MOST_NODES);
        return this;
    }

    /** Memory that each node has for containers; 2048 MiB by default. */
    public YarnClusterBuilder memory(int mebibytes) {
        memoryMiB = within("memory (MiB)", mebibytes, 128, 1 << 20);
        return this;
    }

    /** Memory that one node has for containers, in MiB, where it differs from the others. */
    public YarnClusterBuilder memory(int node, int mebibytes) {
        nodeMemoryMiB.put(within("node", node, 0, MOST_NODES - 1), within("memory (MiB)", mebibytes, 128, 1 << 20));
        return this;
    }

    /** A further key of all daemons, such as {@code yarn.resourcemanager.scheduler.class}, or another value for one. */
    public YarnClusterBuilder key(String key, String value) {
        keys.put(key, value);
        return this;
    }

    /** Keys of all daemons and clients, such as {@link TieredCluster#hadoopConf} for containers that read HDFS. */
    public YarnClusterBuilder keys(Map<String, String> more) {
        keys.putAll(more);
        return this;
    }

    /** NodeManagers serve the output of maps to reducers. Jobs take {@link YarnCluster#mapReduceConf}. */
    public YarnClusterBuilder withMapReduce() {
        return key("yarn.nodemanager.aux-services", "mapreduce_shuffle")
                .key("yarn.nodemanager.aux-services.mapreduce_shuffle.class", "org.apache.hadoop.mapred.ShuffleHandler")
                .key("mapreduce.shuffle.port", "0");
    }

    /** A key of one node's NodeManager, where it differs from the others. */
    public YarnClusterBuilder nodeManagerKey(int node, String key, String value) {
        nodeKeys.computeIfAbsent(within("node", node, 0, MOST_NODES - 1), unused -> new HashMap<>())
                .put(key, value);
        return this;
    }

    /** A jar, or a directory of classes, at the end of the daemons' class path, as with HADOOP_CLASSPATH. */
    public YarnClusterBuilder daemonJar(Path jar) {
        daemonJars.add(jar.toAbsolutePath());
        return this;
    }

    /** Kerberos for all daemons and clients. */
    public YarnClusterBuilder secured(KerberosRealm realm) {
        keys(realm.yarnKeys());
        daemonJar(realm.stores());
        jvmOptions.add("-Djava.security.krb5.conf=" + realm.configuration());
        return this;
    }

    /**
     * Starts the cluster and returns when all its NodeManagers have registered.
     *
     * @throws ClusterException if it does not come up; nothing is left running then
     */
    public YarnCluster start() {
        if (racks > nodes) {
            throw new ClusterException(
                    "there must be at least one node per rack: " + racks + " racks, " + nodes + " nodes");
        }
        return YarnCluster.start(this);
    }

    List<String> hosts() {
        return IntStream.range(0, nodes).mapToObj(ClusterBuilder::host).toList();
    }

    String rack(int node) {
        return ClusterBuilder.rack(node, nodes, racks);
    }

    private static int within(String what, int value, int least, int most) {
        return ClusterBuilder.within(what, value, least, most);
    }
}

package io.tiercel.testkit;

import io.tiercel.testkit.process.ClusterException;
import io.tiercel.testkit.secure.KerberosRealm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The options of a cluster, with a default for everything. A cluster reads them as long as it runs: change nothing once it has started. */
public final class ClusterBuilder {
    /** The control side lives on 127.0.0.1, node i on 127.0.0.(i + 2). */
    static final String GATEWAY = "127.0.0.1";

    /** The second NameNode's host. */
    static final String STANDBY = "127.0.1.1";

    /** The name of a cluster with two NameNodes. */
    static final String NAME_SERVICE = "tiercel";

    static final Duration START_LIMIT = Duration.ofMinutes(2);

    private static final int MOST_NODES = 200;
    private static final long MIB = 1 << 20;
    private static final long LEAST_LOOP_DEVICE = 64 * MIB;

    int nodes = 4;
    int racks = 2;
    int slotsPerNode = 1;
    int replication = 3;
    long blockSize = 16 * MIB;
    String storagePolicy = "ONE_SSD";
    final Map<String, Long> devices = new HashMap<>(Map.of("SSD", 50 * MIB, "DISK", 15 * MIB));
    int executorMiB = 768;
    int namePort;
    boolean spark = true;
    boolean highlyAvailable;
    Optional<Path> workDir = Optional.empty();
    final List<Path> pluginJars = new ArrayList<>();
    final List<Path> daemonJars = new ArrayList<>();
    final List<Path> nameNodeJars = new ArrayList<>();
    final List<Path> dataNodeJars = new ArrayList<>();
    final List<String> daemonOptions = new ArrayList<>();
    final Map<String, String> daemonEnvironment = new HashMap<>();
    final Map<String, String> hdfsKeys = new HashMap<>();
    /** Of clients and daemons. */
    final Map<String, String> clientKeys = new HashMap<>();

    final Map<Integer, Map<String, String>> nameNodeKeys = new HashMap<>();
    final Map<Integer, Map<String, String>> dataNodeKeys = new HashMap<>();
    final Map<Integer, List<String>> dataNodeLaunchers = new HashMap<>();
    /** Size of each loop device in bytes; 0 if devices are emulated. */
    long loopDeviceBytes;

    boolean hasStockDevices;
    Optional<Path> hdfsClassPath = Optional.empty();

    Consumer<String> whenUp = daemon -> {};

    ClusterBuilder() {}

    /** Nodes, each with a DataNode, a Worker, an SSD and an HDD; 1 to 200, 4 by default. */
    public ClusterBuilder nodes(int count) {
        nodes = within("nodes", count, 1, MOST_NODES);
        return this;
    }

    /** Racks over which the nodes are spread in runs of neighbours; 2 by default. */
    public ClusterBuilder racks(int count) {
        racks = within("racks", count, 1, MOST_NODES);
        return this;
    }

    /** Executor cores of each node; 1 by default. */
    public ClusterBuilder slotsPerNode(int count) {
        slotsPerNode = within("slots per node", count, 1, 64);
        return this;
    }

    /** Replicas of a new file; 3 by default. */
    public ClusterBuilder replication(int count) {
        replication = within("replication", count, 1, 512);
        return this;
    }

    /** Bytes of a block of a new file, a multiple of 512; 16 MiB by default. */
    public ClusterBuilder blockSize(long bytes) {
        if (bytes < 4096 || bytes % 512 != 0) {
            throw new ClusterException("block size must be a multiple of 512 and at least 4096 bytes, not " + bytes);
        }
        blockSize = bytes;
        return this;
    }

    /** Where replicas go, by the name of an HDFS storage policy: ONE_SSD (the default), ALL_SSD, HOT, … */
    public ClusterBuilder storagePolicy(String name) {
        storagePolicy = name;
        return this;
    }

    /** Read bandwidth of every SSD in bytes/s, 0 for no limit; 50 MiB/s by default. */
    public ClusterBuilder ssdBytesPerSecond(long bytes) {
        devices.put("SSD", notNegative("SSD", bytes));
        return this;
    }

    /** Read bandwidth of every HDD in bytes/s, 0 for no limit; 15 MiB/s by default. */
    public ClusterBuilder hddBytesPerSecond(long bytes) {
        devices.put("DISK", notNegative("HDD", bytes));
        return this;
    }

    /**
     * Each volume is a loop device of so many bytes, whose bandwidth the kernel limits, with the kernel's own readahead and page cache;
     * by default volumes are directories, and devices are emulated. Needs root, see {@link io.tiercel.testkit.lab.DeviceLab}.
     */
    public ClusterBuilder loopDevices(long bytesEach) {
        if (bytesEach < LEAST_LOOP_DEVICE) {
            throw new ClusterException(
                    "a loop device must have at least " + LEAST_LOOP_DEVICE + " bytes, not " + bytesEach);
        }
        loopDeviceBytes = bytesEach;
        return this;
    }

    /** Volumes read as fast as the machine's disk does; nothing is emulated or counted. For versions of HDFS that the emulation does not fit. */
    public ClusterBuilder stockDevices() {
        hasStockDevices = true;
        return this;
    }

    /** HDFS' daemons of another version: a file with the list of their jars, as a class path. */
    public ClusterBuilder hdfsClassPath(Path list) {
        hdfsClassPath = Optional.of(list);
        return this;
    }

    /** Heap of each executor in MiB; 768 by default. */
    public ClusterBuilder executorMemory(int mebibytes) {
        executorMiB = within("executor memory (MiB)", mebibytes, 470, 1 << 20);
        return this;
    }

    /** Fixed port of the NameNode on 127.0.0.1; any free one by default. */
    public ClusterBuilder nameNodePort(int port) {
        namePort = within("NameNode port", port, 0, 65535);
        return this;
    }

    /** Two NameNodes, the first of them active at first, behind the nameservice {@code hdfs://tiercel}. They fail over when they are told to. */
    public ClusterBuilder highlyAvailable() {
        highlyAvailable = true;
        return this;
    }

    public ClusterBuilder withoutSpark() {
        spark = false;
        return this;
    }

    /** Where data, logs and configuration are kept and stay; by default a temporary directory that goes with the cluster. */
    public ClusterBuilder workDir(Path directory) {
        workDir = Optional.of(directory.toAbsolutePath());
        return this;
    }

    /** A jar that every application gets, as with {@code --jars}. */
    public ClusterBuilder pluginJar(Path jar) {
        pluginJars.add(jar.toAbsolutePath());
        return this;
    }

    /** A jar, or a directory of classes, at the end of the HDFS daemons' class path, as with HADOOP_CLASSPATH. */
    public ClusterBuilder daemonJar(Path jar) {
        daemonJars.add(jar.toAbsolutePath());
        return this;
    }

    /** The same for NameNodes alone. */
    public ClusterBuilder nameNodeJar(Path jar) {
        nameNodeJars.add(jar.toAbsolutePath());
        return this;
    }

    /** The same for DataNodes alone. */
    public ClusterBuilder dataNodeJar(Path jar) {
        dataNodeJars.add(jar.toAbsolutePath());
        return this;
    }

    public ClusterBuilder daemonOption(String option) {
        daemonOptions.add(option);
        return this;
    }

    /** Entries of the environment of all daemons, drivers and executors. */
    public ClusterBuilder daemonEnvironment(Map<String, String> entries) {
        daemonEnvironment.putAll(entries);
        return this;
    }

    /** A further key of the HDFS daemons' configuration, such as {@code dfs.permissions.enabled}, or another value for one. */
    public ClusterBuilder hdfsKey(String key, String value) {
        hdfsKeys.put(key, value);
        return this;
    }

    /** Kerberos for all daemons and clients, block tokens, and encrypted transfer. The realm must have a principal for each node. */
    public ClusterBuilder secured(KerberosRealm realm) {
        realm.enter();
        clientKeys.putAll(realm.clientKeys());
        hdfsKeys.putAll(realm.daemonKeys());
        for (int node = 0; node < nodes; node++) {
            dataNodeKey(node, "dfs.datanode.https.address", host(node) + ":0");
        }
        daemonJar(realm.stores());
        return daemonOption("-Djava.security.krb5.conf=" + realm.configuration());
    }

    /** A key of one NameNode of a nameservice, 1 or 2. */
    public ClusterBuilder nameNodeKey(int number, String key, String value) {
        nameNodeKeys
                .computeIfAbsent(within("NameNode", number, 1, 2), unused -> new HashMap<>())
                .put(key, value);
        return this;
    }

    /** A key of one node's DataNode, where it differs from the others. */
    public ClusterBuilder dataNodeKey(int node, String key, String value) {
        dataNodeKeys
                .computeIfAbsent(within("node", node, 0, MOST_NODES - 1), unused -> new HashMap<>())
                .put(key, value);
        return this;
    }

    /** A command that starts one node's DataNode, such as {@code prlimit --memlock=65536}; it must run its further arguments. */
    public ClusterBuilder dataNodeLauncher(int node, List<String> command) {
        dataNodeLaunchers.put(within("node", node, 0, MOST_NODES - 1), List.copyOf(command));
        return this;
    }

    /**
     * Lets HDFS' own cache directives work, with so many bytes of memory on each node; blocks that they bring in are charged to their
     * devices. Without this they do nothing.
     */
    public ClusterBuilder cacheDirectives(long bytesPerNode) {
        hdfsKeys.put("dfs.datanode.max.locked.memory", Long.toString(bytesPerNode));
        // By default a NameNode looks at its directives every half minute, and gets cache reports every ten seconds:
        // too
        // seldom for runs of seconds, and agents report once a second.
        hdfsKeys.put("dfs.namenode.path.based.cache.refresh.interval.ms", "1000");
        hdfsKeys.put("dfs.cachereport.intervalMsec", "1000");
        hdfsKeys.put("dfs.trustedchannel.resolver.class", "io.tiercel.testkit.hdfs.DirectiveCache$Hook");
        return this;
    }

    /** Calls a listener with the name of each daemon that is up, from the thread that starts the cluster. */
    public ClusterBuilder whenUp(Consumer<String> listener) {
        whenUp = listener;
        return this;
    }

    /**
     * Starts the cluster and returns when all its nodes have registered.
     *
     * @throws ClusterException if it does not come up; nothing is left running then
     */
    public TieredCluster start() {
        return TieredCluster.start(checked());
    }

    /** Returns this, if its options fit together. */
    ClusterBuilder checked() {
        if (racks > nodes) {
            throw new ClusterException(
                    "there must be at least one node per rack: " + racks + " racks, " + nodes + " nodes");
        }
        return this;
    }

    boolean hasLab() {
        return loopDeviceBytes > 0;
    }

    static String host(int node) {
        return "127.0.0." + (node + 2);
    }

    String rack(int node) {
        return rack(node, nodes, racks);
    }

    /** Runs of neighbours share a rack. */
    static String rack(int node, int nodes, int racks) {
        return "/rack-" + (node * racks / nodes + 1);
    }

    List<String> hosts() {
        return IntStream.range(0, nodes).mapToObj(ClusterBuilder::host).toList();
    }

    static int within(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new ClusterException(what + " must be between " + least + " and " + most + ", not " + value);
        }
        return value;
    }

    private static long notNegative(String what, long bytesPerSecond) {
        if (bytesPerSecond < 0) {
            throw new ClusterException(
                    "bandwidth of " + what + " must be 0 (no limit) or more bytes/s, not " + bytesPerSecond);
        }
        return bytesPerSecond;
    }
}

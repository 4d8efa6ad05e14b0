package io.tiercel.testkit;

import io.tiercel.testkit.lab.DeviceLab;
import io.tiercel.testkit.lab.LabDisk;
import io.tiercel.testkit.process.ClassPaths;
import io.tiercel.testkit.process.ClusterException;
import io.tiercel.testkit.process.Daemon;
import io.tiercel.testkit.process.Daemons;
import io.tiercel.testkit.process.Deadline;
import io.tiercel.testkit.process.JvmOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A running cluster of real HDFS and Spark standalone daemons on this machine. It ends when it is closed, and also when
 * this process ends, however that happens.
 */
public final class TieredCluster implements AutoCloseable {
    private static final String DEVICES = "io.tiercel.testkit:type=Devices";
    private static final Duration EVICTION_LIMIT = Duration.ofSeconds(10);
    private static final String FREEZE = "io.tiercel.testkit:type=Freeze";

    /** A free port may be taken by somebody else before the daemon has it. */
    private static final int START_ATTEMPTS = 3;

    private static final Duration EXECUTOR_END = Duration.ofSeconds(20);
    private static final int PROCESS_MIB = 256;

    private final ClusterBuilder spec;
    private final ClusterLayout layout;
    private final Daemons daemons;
    private final HadoopConf hadoop;
    private final HdfsDaemons hdfs;
    private final SparkDaemons spark;
    private final HdfsClients clients;
    private final ShellCommands commands;
    private final Optional<DeviceLab> lab;
    private final AtomicInteger apps = new AtomicInteger();
    private final AtomicInteger processes = new AtomicInteger();

    private TieredCluster(
            ClusterBuilder spec,
            ClusterLayout layout,
            Daemons daemons,
            ClusterLauncher started,
            Optional<DeviceLab> lab) {
        this.spec = spec;
        this.layout = layout;
        this.daemons = daemons;
        this.hadoop = started.hadoop;
        this.hdfs = started.hdfs;
        this.spark = started.spark;
        this.clients = new HdfsClients(hadoop);
        this.commands = started.commands;
        this.lab = lab;
    }

    public static ClusterBuilder builder() {
        return new ClusterBuilder();
    }

    static TieredCluster start(ClusterBuilder spec) {
        MemoryRequirement.require(spec, MemoryRequirement.availableMiB());
        ClusterLayout layout = spec.workDir
                .map(directory -> new ClusterLayout(ClusterLayout.directory(directory)))
                .orElseGet(() ->
                        ClusterLayout.temporaryUnder(ClassPaths.ofThisBuild().clusters()));
        Optional<DeviceLab> lab = spec.hasLab()
                ? Optional.of(DeviceLab.start(layout.volumes(spec.nodes), spec.devices, spec.loopDeviceBytes))
                : Optional.empty();
        try {
            return start(spec, layout, lab);
        } catch (RuntimeException | Error e) {
            lab.ifPresent(DeviceLab::close);
            throw e;
        }
    }

    private static TieredCluster start(ClusterBuilder spec, ClusterLayout layout, Optional<DeviceLab> lab) {
        List<String> launcher = lab.map(DeviceLab::launcher).orElse(List.of());
        for (int attempt = 1; ; attempt++) {
            Daemons daemons = new Daemons();
            try {
                ClusterLauncher start = new ClusterLauncher(spec, layout, daemons, launcher);
                start.run();
                return new TieredCluster(spec, layout, daemons, start, lab);
            } catch (RuntimeException | Error e) {
                daemons.close();
                if (!daemons.foundPortTaken() || attempt == START_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Such as {@code hdfs://127.0.0.1:21234}. */
    public String hdfsUri() {
        return hadoop.uri();
    }

    /** Such as {@code spark://127.0.0.1:21235}. */
    public String sparkMaster() {
        return spark.url();
    }

    /** The nodes' addresses, 127.0.0.2 and on, which are their host names too. */
    public List<String> hosts() {
        return spec.hosts();
    }

    /** The rack of a node as HDFS writes it: /rack-1, /rack-2, … */
    public String rack(int node) {
        return spec.rack(node);
    }

    public Path workDir() {
        return layout.root();
    }

    public Map<String, String> hadoopConf() {
        return hadoop.client();
    }

    public Path hadoopConfDir() {
        return layout.hadoopConf();
    }

    /** A client of HDFS on none of the nodes; it is closed with the cluster. */
    public DistributedFileSystem fileSystem() throws IOException {
        return clients.at(ClusterBuilder.GATEWAY);
    }

    /** What a user does with HDFS. */
    public interface Use<T> {
        T of(FileSystem fileSystem) throws IOException;
    }

    /** Uses HDFS as somebody, with a client that is closed afterwards. */
    public <T> T as(UserGroupInformation user, Use<T> use) throws IOException, InterruptedException {
        Configuration conf = new Configuration();
        hadoopConf().forEach(conf::set);
        return user.doAs((PrivilegedExceptionAction<T>) () -> {
            try (FileSystem fileSystem = FileSystem.newInstance(conf)) {
                return use.of(fileSystem);
            }
        });
    }

    /** Makes {@code /user/NAME}, which nobody but that user may read. */
    public void makeHome(String user) throws IOException {
        var home = new org.apache.hadoop.fs.Path("/user/" + user);
        fileSystem().mkdirs(home);
        fileSystem().setOwner(home, user, user);
        fileSystem().setPermission(home, new FsPermission("700"));
    }

    /** A client of HDFS that sits on a node, as an executor there does: what it writes has its first replica there. */
    public DistributedFileSystem fileSystemOn(int node) throws IOException {
        return clients.at(ClusterBuilder.host(node));
    }

    /**
     * Drops all blocks from memory, after writing them to disk, so that the next read of each is cold.
     *
     * @throws ClusterException if some of it stays in memory
     */
    public void evictPageCache() {
        daemons.alive("data-node-").parallelStream().forEach(this::evict);
    }

    /** The same as far as nobody reads or writes the blocks now. */
    public void evictUnusedPages() {
        daemons.alive("data-node-").forEach(dataNode -> dataNode.call(DEVICES, "evict"));
    }

    /** Several times, because what somebody still reads or writes stays. */
    private void evict(Daemon dataNode) {
        new Deadline(EVICTION_LIMIT)
                .await(
                        () -> dataNode.call(DEVICES, "evict").get(0).endsWith("\t0"),
                        () -> "blocks of " + dataNode.name()
                                + " did not leave the memory (nobody may read them meanwhile," + " and " + layout.root()
                                + " must lie on a disk)");
    }

    /** Bytes of blocks that are in the page caches of the DataNodes that live, as the kernel says. */
    public long cachedBytes() {
        return daemons.alive("data-node-").stream()
                .mapToLong(dataNode ->
                        Long.parseLong(dataNode.call(DEVICES, "resident").get(0)))
                .sum();
    }

    public DeviceCounters counters() {
        List<DeviceCounters.Device> devices = new ArrayList<>();
        for (int node = 0; node < spec.nodes; node++) {
            for (String line : devicesOf(daemons.named("data-node-" + node))) {
                devices.add(device(ClusterBuilder.host(node), line.split("\t")));
            }
        }
        return new DeviceCounters(devices);
    }

    private static List<String> devicesOf(Daemon dataNode) {
        try {
            return dataNode.alive() ? dataNode.call(DEVICES, "counters") : List.of();
        } catch (ClusterException e) {
            if (dataNode.alive()) {
                throw e;
            }
            return List.of();
        }
    }

    private static DeviceCounters.Device device(String host, String[] fields) {
        return new DeviceCounters.Device(
                host, fields[1], Long.parseLong(fields[2]), Long.parseLong(fields[3]), Long.parseLong(fields[4]));
    }

    /** Bytes that the DataNodes that live have locked in memory, as the kernel says. */
    public long lockedBytes() {
        return daemons.alive("data-node-").stream()
                .mapToLong(Daemon::lockedBytes)
                .sum();
    }

    /** Bytes that one node's DataNode has locked in memory, as the kernel says; 0 if it is not alive. */
    public long lockedBytes(int node) {
        return daemons.named("data-node-" + node).lockedBytes();
    }

    /** Changes the bandwidth, in bytes/s, of all devices of a storage type (SSD, DISK) from now on; 0 for no limit. */
    public void bandwidth(String storageType, long bytesPerSecond) {
        for (int node = 0; node < spec.nodes; node++) {
            if (daemons.named("data-node-" + node).alive()) {
                bandwidth(node, storageType, bytesPerSecond);
            }
        }
    }

    /** The same for one node's devices of that type alone. */
    public void bandwidth(int node, String storageType, long bytesPerSecond) {
        if (lab.isPresent()) {
            lab.get().limit(layout.volume(node, storageType), bytesPerSecond);
        } else {
            daemons.named("data-node-" + node).call(DEVICES, "bandwidth", storageType, Long.toString(bytesPerSecond));
        }
    }

    /** A node's disk of a storage type, of a cluster with {@link ClusterBuilder#loopDevices}. */
    public LabDisk disk(int node, String storageType) {
        return lab.orElseThrow(() -> new ClusterException("the volumes of this cluster are directories"))
                .disk(layout.volume(node, storageType));
    }

    /** From now on blocks that were read on a node stay in its memory up to so many bytes, those read last; 0 for no limit. */
    public void pageCache(long bytesPerNode) {
        daemons.alive("data-node-")
                .forEach(dataNode -> dataNode.call(DEVICES, "pageCache", Long.toString(bytesPerNode)));
    }

    /** From now on the NameNode takes calls and does not answer them, until it is thawed. */
    public void freezeNameNode() {
        daemons.named("name-node").call(FREEZE, "freeze");
    }

    /** Lets the NameNode answer again, first of all what it was asked meanwhile. */
    public void thawNameNode() {
        daemons.named("name-node").call(FREEZE, "thaw");
    }

    /**
     * Kills the NameNode as kill -9 does and starts it again, with further keys of its configuration or other values for some. Returns
     * when all DataNodes that live are back.
     */
    public void restartNameNode(Map<String, String> keys) {
        daemons.named("name-node").kill();
        startNameNode(1, keys);
        try {
            clients.reconnect();
        } catch (IOException e) {
            throw new ClusterException("HDFS did not come up again: " + e.getMessage(), e);
        }
    }

    /** Returns when all DataNodes that live have told it of their blocks. */
    private void startNameNode(int number, Map<String, String> keys) {
        daemons.add(hdfs.nameNode(number, keys));
        int nodes = daemons.alive("data-node-").size();
        // A client of its own, which does not wait for the old connection.
        Map<String, String> impatient =
                Map.of("ipc.client.rpc-timeout.ms", "5000", "ipc.client.connect.retry.interval", "100");
        try (HdfsClients fresh = new HdfsClients(hadoop, impatient)) {
            DistributedFileSystem fileSystem = fresh.at(ClusterBuilder.GATEWAY, hadoop.nameNodeUri(number));
            new Deadline(ClusterBuilder.START_LIMIT)
                    .await(
                            () -> ClusterLauncher.ready(fileSystem, nodes),
                            () -> "not all of " + nodes + " DataNodes registered again");
        } catch (IOException e) {
            throw new ClusterException("the NameNode did not come up again: " + e.getMessage(), e);
        }
    }

    /** A NameNode's process: 1, or 2 for the second one of a nameservice. */
    public Daemon nameNode(int number) {
        return daemons.named(HdfsDaemons.nameNodeName(number));
    }

    /** Makes a NameNode of a nameservice the active one, whatever the other is doing. */
    public void failOverTo(int number) {
        new NameService(hadoop).failOverTo(number);
    }

    /**
     * Starts a NameNode of a nameservice again that was killed. When this returns it is in standby, and all DataNodes that live have
     * told it of their blocks.
     */
    public void startNameNode(int number) {
        startNameNode(number, Map.of());
    }

    public Daemon dataNode(int node) {
        return daemons.named("data-node-" + node);
    }

    public void killDataNode(int node) {
        dataNode(node).kill();
    }

    /** Starts a DataNode again that was killed. */
    public void startDataNode(int node) {
        daemons.add(hdfs.dataNode(node));
    }

    public Daemon worker(int node) {
        return daemons.named("worker-" + node);
    }

    /** Starts a Worker again that was killed. */
    public void startWorker(int node) {
        daemons.add(spark.worker(node));
    }

    /** Kills a Worker as kill -9 does, and returns when its executors have found out and gone too. */
    public void killWorker(int node) {
        Daemon worker = worker(node);
        List<ProcessHandle> executors = worker.handle().descendants().toList();
        worker.kill();
        new Deadline(EXECUTOR_END)
                .await(
                        () -> executors.stream().noneMatch(ProcessHandle::isAlive),
                        () -> "executors of worker-" + node + " did not end");
    }

    /** Kills the executors on a node as kill -9 does; returns how many there were. */
    public int killExecutor(int node) {
        List<ProcessHandle> executors = worker(node).handle().children().toList();
        executors.forEach(ProcessHandle::destroyForcibly);
        return executors.size();
    }

    /** What all executors have logged so far, those that have ended among them. */
    public List<Path> executorLogs() throws IOException {
        List<Path> logs = new ArrayList<>();
        for (int node = 0; node < spec.nodes; node++) {
            logs.addAll(LiveFiles.named("stderr", layout.executors(node)));
        }
        return logs;
    }

    /** Starts an application in a JVM of its own, as spark-submit does in client mode. */
    public RunningSparkApp submit(SparkApp app) {
        Daemon driver = daemons.add(spark.driver(app, "app-" + apps.incrementAndGet()));
        return new RunningSparkApp(driver, app.limit());
    }

    public RunningSparkApp.Outcome run(SparkApp app) {
        try (RunningSparkApp running = submit(app)) {
            return running.await();
        }
    }

    /** Starts a main class of this process' class path in a JVM of its own; its log bears that name and a number. */
    public Daemon start(String prefix, String mainClass, List<String> arguments) {
        String name = prefix + "-" + processes.incrementAndGet();
        String classPath = System.getProperty("java.class.path")
                + File.pathSeparator
                + ClassPaths.ofThisBuild().daemonClasses();
        List<String> command = new ArrayList<>(List.of(mainClass));
        command.addAll(arguments);
        List<String> options = JvmOptions.daemon(PROCESS_MIB, classPath);
        options.addAll(0, spec.daemonOptions);
        return daemons.add(Daemon.start(List.of(), name, layout.log(name), options, command, spec.daemonEnvironment));
    }

    /** How a person uses the cluster while it is up, several lines. */
    public String describe() {
        String nodes = IntStream.range(0, spec.nodes)
                .mapToObj(node -> ClusterBuilder.host(node) + " (" + spec.rack(node) + ")")
                .collect(Collectors.joining(", "));
        return commands.describe(hdfsUri(), spec.spark ? sparkMaster() : "not started", nodes);
    }

    /** Ends all daemons and their children; deletes the directory if it was a temporary one. */
    @Override
    public void close() {
        clients.close();
        daemons.close();
        lab.ifPresent(DeviceLab::close);
        ClassPaths classPaths = ClassPaths.ofThisBuild();
        classPaths.hdfsArchive().makeIfMissing();
        classPaths.sparkArchive().makeIfMissing();
        if (spec.workDir.isEmpty()) {
            layout.delete();
        }
    }
}

package io.tiercel.cli;

import static org.awaitility.Awaitility.await;

import io.tiercel.client.ClientSettings;
import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.AgentState;
import io.tiercel.testkit.ClusterBuilder;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.process.Daemon;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;

/** HDFS with an agent in each DataNode, from the jar that ships, and {@code tiercel coordinator} in a process of its own. */
final class MemoryCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    final TieredCluster hdfs;
    private final int port;
    private final Map<String, String> keys;
    private final int agents;
    private Daemon coordinator;

    private MemoryCluster(TieredCluster hdfs, int port, Map<String, String> keys, int agents) {
        this.hdfs = hdfs;
        this.port = port;
        this.keys = keys;
        this.agents = agents;
        this.coordinator = startCoordinator();
        until(() -> agents() == agents);
    }

    /**
     * @param cluster without Spark
     * @param keys of the coordinator
     */
    static MemoryCluster start(ClusterBuilder cluster, int nodes, Map<String, String> keys) throws IOException {
        int port = freePort();
        TieredCluster hdfs = cluster.nodes(nodes)
                .withoutSpark()
                .ssdBytesPerSecond(0)
                .hddBytesPerSecond(0)
                .daemonJar(jar())
                .hdfsKey("dfs.permissions.enabled", "true")
                .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                .hdfsKey("tiercel.agent.coordinator", "127.0.0.1:" + port)
                .hdfsKey("tiercel.agent.curve", "false")
                .hdfsKey("tiercel.agent.deadline", "1s")
                .hdfsKey("tiercel.agent.retry.max", "500ms")
                .start();
        try {
            return new MemoryCluster(hdfs, port, keys, nodes);
        } catch (RuntimeException | AssertionError e) {
            hdfs.close();
            throw e;
        }
    }

    /** The jar that ships, for HDFS' daemons. */
    static Path jar() throws IOException {
        Path directory = Path.of(System.getProperty("tiercel.home"), "bundle-hdfs", "target");
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("tiercel-hdfs-.*\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    static void until(Callable<Boolean> condition) {
        await().atMost(PATIENCE).until(condition);
    }

    int port() {
        return port;
    }

    Daemon coordinator() {
        return coordinator;
    }

    private Daemon startCoordinator() {
        String[] arguments = keys.entrySet().stream()
                .flatMap(key -> Stream.of("-D", key.getKey() + "=" + key.getValue()))
                .toArray(String[]::new);
        return hdfs.start(
                "coordinator",
                "io.tiercel.cli.Main",
                Stream.concat(
                                Stream.of(
                                        "coordinator",
                                        "--conf",
                                        hdfs.hadoopConfDir().toString(),
                                        "-D",
                                        "tiercel.coordinator.address=127.0.0.1:" + port,
                                        "-D",
                                        "tiercel.coordinator.http-address=127.0.0.1:0"),
                                Arrays.stream(arguments))
                        .toList());
    }

    /** Kills the coordinator as kill -9 does, and starts the next. */
    void restartCoordinator() {
        coordinator.close();
        coordinator = startCoordinator();
        until(() -> agents() == agents);
    }

    /** Agents that the coordinator has heard of and that are alive. */
    long agents() {
        try (TiercelClient client = client()) {
            return client.status().join().value().stream()
                    .flatMap(status -> status.getAgentsList().stream())
                    .filter(AgentState::getAlive)
                    .count();
        }
    }

    /** On behalf of alice. */
    TiercelClient client() {
        return new TiercelClient(ClientSettings.parse("127.0.0.1:" + port, "alice"));
    }

    CommandRun tiercel(String user, String... arguments) {
        return CommandRun.in(Map.of("TIERCEL_COORDINATOR", "127.0.0.1:" + port, "HADOOP_USER_NAME", user), arguments);
    }

    /** An application of alice that hints a path for a job and then works on, in a process of its own. */
    Daemon application(String job, String path) {
        return hdfs.start(
                "application", HintingApplication.class.getName(), List.of(Integer.toString(port), job, path));
    }

    void write(String path, int bytes) throws IOException {
        write(path, new byte[bytes]);
    }

    void write(String path, byte[] content) throws IOException {
        try (FSDataOutputStream out = hdfs.fileSystem().create(new org.apache.hadoop.fs.Path(path))) {
            out.write(content);
        }
    }

    byte[] read(String path) throws IOException {
        try (var in = hdfs.fileSystem().open(new org.apache.hadoop.fs.Path(path))) {
            return in.readAllBytes();
        }
    }

    @Override
    public void close() {
        hdfs.close();
    }
}

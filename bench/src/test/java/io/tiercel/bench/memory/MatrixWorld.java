package io.tiercel.bench.memory;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.testkit.ClusterBuilder;
import io.tiercel.testkit.NetworkLink;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.lab.ProcessClocks;
import io.tiercel.testkit.process.Daemon;
import io.tiercel.testkit.process.Ports;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster with a coordinator of its own process, or one in its NameNode. Links lie between all of them: each DataNode reaches the NameNode, and each agent and driver the
 * coordinator, and each executor its driver, through one. Two applications run the same job on it, one of them on stock Spark.
 */
final class MatrixWorld implements AutoCloseable {
    static final long SEED = 20261126;
    private static final String HOST = "127.0.0.1";

    /** Where executors believe their drivers to be. */
    private static final String DRIVER_HOST = "127.0.2.1";

    private static final int FILES = 4;
    private static final int BLOCKS = 6;
    private static final int LINE = 64;
    private static final long COMPUTES = 500;

    private final MemoryWorld world;
    private final NetworkLink toNameNode;
    private final List<NetworkLink> dataNodeLinks;
    private final List<NetworkLink> agentLinks;
    private final NetworkLink driverLink;
    private final List<NetworkLink> executorLinks = new ArrayList<>();
    private final Map<String, Long> rows;
    private final Path records;

    /** Empty where processes cannot have clocks of their own. */
    private final Optional<ProcessClocks> clocks;

    /** Null if the NameNode hosts it. */
    private @Nullable Daemon coordinator;

    private MatrixWorld(
            MemoryWorld world,
            NetworkLink toNameNode,
            List<NetworkLink> dataNodeLinks,
            List<NetworkLink> agentLinks,
            NetworkLink driverLink,
            Map<String, Long> rows,
            Path records,
            Optional<ProcessClocks> clocks) {
        this.world = world;
        this.toNameNode = toNameNode;
        this.dataNodeLinks = dataNodeLinks;
        this.agentLinks = agentLinks;
        this.driverLink = driverLink;
        this.rows = rows;
        this.records = records;
        this.clocks = clocks;
    }

    /**
     * With a coordinator of its own process.
     *
     * @param records where the application writes its decisions
     * @param other what of the cluster is to be otherwise
     */
    static MatrixWorld start(Path records, UnaryOperator<ClusterBuilder> other) throws IOException {
        MatrixWorld started =
                startWithout(records, builder -> other.apply(builder.hdfsKey("dfs.namenode.plugins", "")));
        started.startCoordinator();
        started.world.awaitIdle();
        return started;
    }

    /** The same with the coordinator in the NameNode. */
    static MatrixWorld startHosting(Path records) throws IOException {
        MatrixWorld started = startWithout(records, builder -> builder);
        started.world.awaitIdle();
        return started;
    }

    private static MatrixWorld startWithout(Path records, UnaryOperator<ClusterBuilder> other) throws IOException {
        Optional<ProcessClocks> clocks = ProcessClocks.arePossible()
                ? Optional.of(ProcessClocks.in(Files.createTempDirectory("clocks")))
                : Optional.empty();
        int coordinator = MemoryWorld.freePort();
        int nameNode = Ports.choose("NameNode", HOST, 0);
        int advertised = Ports.choose("link to the NameNode", HOST, 0);
        List<NetworkLink> all = new ArrayList<>();
        List<NetworkLink> agents = links(coordinator);
        List<NetworkLink> dataNodes = links(nameNode);
        MemoryWorld world = MemoryWorld.start(HOST + ":" + coordinator, builder -> {
            builder.nameNodePort(advertised)
                    .nameNodeKey(1, "dfs.namenode.rpc-address", HOST + ":" + nameNode)
                    .whenUp(daemon -> {
                        if (daemon.equals("master")) {
                            all.add(NetworkLink.open(advertised, nameNode));
                        }
                    })
                    .daemonEnvironment(clocks.map(ProcessClocks::environment).orElse(Map.of()))
                    .hdfsKey("tiercel.coordinator.agent.lease", "5s")
                    .hdfsKey("tiercel.coordinator.job.lease", "5s")
                    .hdfsKey("tiercel.agent.memory.budget", Long.toString(MemoryWorld.LITTLE_MEMORY))
                    .hdfsKey("tiercel.agent.deadline", "1s")
                    .hdfsKey("tiercel.agent.retry.max", "500ms");
            for (int node = 0; node < MemoryWorld.NODES; node++) {
                builder.dataNodeKey(
                                node,
                                "tiercel.agent.coordinator",
                                agents.get(node).address())
                        .dataNodeKey(
                                node,
                                "fs.defaultFS",
                                "hdfs://" + dataNodes.get(node).address());
            }
            return other.apply(builder);
        });
        return new MatrixWorld(
                world,
                all.get(0),
                dataNodes,
                agents,
                NetworkLink.open(0, coordinator),
                write(world.cluster()),
                records,
                clocks);
    }

    private static List<NetworkLink> links(int target) {
        return IntStream.range(0, MemoryWorld.NODES)
                .mapToObj(node -> NetworkLink.open(0, target))
                .toList();
    }

    /** Returns the rows that a job over it must tell. */
    static Map<String, Long> write(TieredCluster cluster) throws IOException {
        Random random = new Random(SEED);
        Map<String, Long> rows = new TreeMap<>();
        for (int file = 0; file < FILES; file++) {
            try (OutputStream out =
                    cluster.fileSystem().create(new org.apache.hadoop.fs.Path("/matrix/part-" + file))) {
                for (int i = 0; i < BLOCKS * MemoryWorld.BLOCK / LINE; i++) {
                    String line = "%063x".formatted(random.nextLong()).substring(47) + "x".repeat(47);
                    MatrixApplication.add(line, rows);
                    out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
                }
            }
        }
        cluster.evictPageCache();
        return rows;
    }

    Map<String, Long> rows() {
        return rows;
    }

    TieredCluster cluster() {
        return world.cluster();
    }

    Daemon coordinator() {
        return Objects.requireNonNull(coordinator);
    }

    void startCoordinator() {
        coordinator = world.startCoordinator();
    }

    Optional<ProcessClocks> clocks() {
        return clocks;
    }

    List<NetworkLink> coordinatorLinks() {
        return Stream.concat(agentLinks.stream(), Stream.of(driverLink)).toList();
    }

    List<NetworkLink> nameNodeLinks() {
        return Stream.concat(dataNodeLinks.stream(), Stream.of(toNameNode)).toList();
    }

    NetworkLink agentLink(int node) {
        return agentLinks.get(node);
    }

    NetworkLink dataNodeLink(int node) {
        return dataNodeLinks.get(node);
    }

    NetworkLink driverLink() {
        return driverLink;
    }

    List<NetworkLink> executorLinks() {
        return executorLinks;
    }

    int agents() {
        return world.agents();
    }

    /** Bytes of the job's input in page caches, as the coordinator knows. */
    long cached() {
        return world.cached("/matrix");
    }

    long locked() {
        return world.locked();
    }

    /** One slot of each node. @param isStock without Tiercel */
    RunningSparkApp submit(Conductor conductor, boolean isStock) {
        Map<String, String> conf = linkExecutors();
        if (isStock) {
            conf.put("spark.plugins", "");
        } else {
            conf.put("spark.tiercel.coordinator", driverLink.address());
        }
        return submit(world, conductor, records, conf);
    }

    /** Has the next driver name an address at which links listen, with its own ports. */
    private Map<String, String> linkExecutors() {
        Map<String, String> conf = new HashMap<>(Map.of("spark.driver.host", DRIVER_HOST));
        for (String key : List.of("spark.driver.port", "spark.driver.blockManager.port")) {
            int port = Ports.choose("driver", HOST, 0);
            executorLinks.add(NetworkLink.open(DRIVER_HOST, port, port));
            conf.put(key, Integer.toString(port));
        }
        return conf;
    }

    /** One slot of each node of a cluster, with prefetching. */
    static RunningSparkApp submit(MemoryWorld world, Conductor conductor, Path records, Map<String, String> conf) {
        Map<String, String> all = new HashMap<>();
        all.put("spark.cores.max", Integer.toString(MemoryWorld.NODES));
        all.put("spark.executor.cores", "1");
        all.put("spark.tiercel.policy", "tiercel");
        all.put("spark.tiercel.prefetch", "all");
        // A NameNode that is away for some seconds fails no job then, on stock Spark or with Tiercel.
        all.put("spark.hadoop.dfs.client.retry.policy.enabled", "true");
        all.putAll(conf);
        SparkApp app = world.application(MatrixApplication.class, records, all)
                .arguments(conductor.port(), world.cluster().hdfsUri() + "/matrix", Long.toString(COMPUTES));
        return world.submit(app);
    }

    /** All rows that the next job tells. */
    static Map<String, Long> result(Conductor conductor) throws IOException {
        Map<String, Long> rows = new TreeMap<>();
        for (String line = conductor.awaitLine("", 1); !line.equals("result"); line = conductor.awaitLine("", 1)) {
            String[] words = line.split(" ");
            if (words[0].equals("row") && rows.put(words[1], Long.parseLong(words[2])) != null) {
                throw new IOException("row " + words[1] + " came twice");
            }
        }
        return rows;
    }

    @Override
    public void close() {
        if (coordinator != null) {
            coordinator.kill();
        }
        world.close();
        nameNodeLinks().forEach(NetworkLink::close);
        coordinatorLinks().forEach(NetworkLink::close);
        executorLinks.forEach(NetworkLink::close);
    }
}

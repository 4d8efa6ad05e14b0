package io.tiercel.bench.memory;

import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.JobSession;
import io.tiercel.client.TiercelClient;
import io.tiercel.json.DecisionRecords;
import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.RecordedPlan;
import io.tiercel.json.StageSummaries;
import io.tiercel.linux.PageCacheQuery;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.FileTiers;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.StatusReply;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.RecordedRound;
import io.tiercel.record.StageSummary;
import io.tiercel.testkit.ClusterBuilder;
import io.tiercel.testkit.LiveFiles;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.SharedCluster;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.process.Daemon;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** A cluster whose NameNode hosts the coordinator and whose DataNodes host agents, with jobs to run on it. */
final class MemoryWorld implements AutoCloseable {
    static final int NODES = 3;
    static final int SLOTS = 2;
    static final int BLOCK = 2 << 20;
    static final long BYTES_PER_SECOND = 8L << 20;

    /** An agent's budget in bytes: eight blocks. */
    static final long LITTLE_MEMORY = 8L * BLOCK;

    private static final int LINE = 64;
    private static final int BUFFER = 64 << 10;

    /** Between the scores of memory and of an SSD, 1 and 8. */
    private static final int MOST_FOR_MEMORY = 2;

    /** How long the coordinator waits for a word of a job, in seconds. */
    static final int LEASE = 3;

    private final TieredCluster cluster;
    private final TiercelClient client;
    private final String coordinator;

    private MemoryWorld(TieredCluster cluster, String coordinator) {
        this.cluster = cluster;
        this.coordinator = coordinator;
        this.client = new TiercelClient(
                ClientSettings.parse(coordinator, Objects.requireNonNull(System.getProperty("user.name"))));
    }

    /** The cluster of all classes that want nothing special of it, its devices measured. */
    static SharedCluster<MemoryWorld> shared() {
        return SharedCluster.of(MemoryWorld.class, "usual", () -> {
            MemoryWorld world = start(builder -> builder);
            world.awaitIdle();
            world.measureDevices(); // else the first agent that asks takes most blocks, for its disk is thought to
            // be fast
            return world;
        });
    }

    /** A cluster without a coordinator: that is for each test class to start. Agents have little memory. */
    static SharedCluster<MemoryWorld> sharedWithoutCoordinator() {
        return SharedCluster.of(
                MemoryWorld.class,
                "without coordinator",
                () -> start(builder -> builder.hdfsKey("dfs.namenode.plugins", "")
                        // Clients ask for a coordinator that is away every 16 s at least. Their blocks must not go
                        // before.
                        .hdfsKey("tiercel.coordinator.job.lease", "60s")
                        .hdfsKey("tiercel.agent.memory.budget", Long.toString(LITTLE_MEMORY))
                        .hdfsKey("tiercel.agent.deadline", "1s")
                        .hdfsKey("tiercel.agent.retry.max", "500ms")));
    }

    /** @param other what of the cluster is to be otherwise */
    static MemoryWorld start(UnaryOperator<ClusterBuilder> other) throws IOException {
        return start("127.0.0.1:" + freePort(), other);
    }

    /** @param coordinator where it listens */
    static MemoryWorld start(String coordinator, UnaryOperator<ClusterBuilder> other) throws IOException {
        TieredCluster cluster = other.apply(TieredCluster.builder()
                        .nodes(NODES)
                        .racks(1)
                        .slotsPerNode(SLOTS)
                        .replication(NODES)
                        .blockSize(BLOCK)
                        .ssdBytesPerSecond(BYTES_PER_SECOND)
                        .hddBytesPerSecond(BYTES_PER_SECOND)
                        .pluginJar(jar("bundle", "tiercel-spark-"))
                        .daemonJar(jar("bundle-hdfs", "tiercel-hdfs-"))
                        .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                        .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                        .hdfsKey("tiercel.coordinator.address", coordinator)
                        .hdfsKey("tiercel.coordinator.http-address", "127.0.0.1:0")
                        .hdfsKey("tiercel.coordinator.interval", "200ms")
                        .hdfsKey("tiercel.coordinator.remote-reads", "over-hdd")
                        .hdfsKey("tiercel.coordinator.job.lease", LEASE + "s")
                        // However long the next application takes to start.
                        .hdfsKey("tiercel.coordinator.watch.linger", "10min")
                        .hdfsKey("tiercel.agent.coordinator", coordinator)
                        // Its reads would mix with those that tests count.
                        .hdfsKey("tiercel.agent.curve", "false")
                        .hdfsKey("tiercel.agent.memory.budget", "64m"))
                .start();
        return new MemoryWorld(cluster, coordinator);
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    static Path jar(String module, String name) throws IOException {
        Path target = Path.of(Objects.requireNonNull(System.getProperty("tiercel.home")), module, "target");
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().matches(name + ".*(?<!sources)\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("expected the jar that ships in " + target));
        }
    }

    TieredCluster cluster() {
        return cluster;
    }

    /** Blocks of a file that the NameNode says are cached somewhere. */
    long namedAsCached(String path) throws IOException {
        return Arrays.stream(cluster.fileSystem()
                        .getFileBlockLocations(new org.apache.hadoop.fs.Path(path), 0, Long.MAX_VALUE))
                .filter(block -> block.getCachedHosts().length > 0)
                .count();
    }

    String coordinator() {
        return coordinator;
    }

    /** Writes a file of so many blocks, cold; returns how many lines it has. */
    long write(String path, int blocks) throws IOException {
        return write(path, blocks, BLOCK);
    }

    /** The same of blocks that are as long as is said, in bytes. */
    long write(String path, int blocks, int bytes) throws IOException {
        return write(path, blocks, bytes, NODES);
    }

    /** The same with as many replicas as is said. */
    long write(String path, int blocks, int bytes, int replicas) throws IOException {
        long lines = writeWarm(path, blocks, bytes, replicas);
        cluster.evictPageCache();
        return lines;
    }

    /** The same, and leaves it in page caches. */
    long writeWarm(String path, int blocks, int bytes, int replicas) throws IOException {
        byte[] line = ("x".repeat(LINE - 1) + "\n").getBytes(StandardCharsets.US_ASCII);
        long lines = (long) blocks * bytes / LINE;
        var file = new org.apache.hadoop.fs.Path(path);
        try (OutputStream out = cluster.fileSystem().create(file, true, BUFFER, (short) replicas, bytes)) {
            for (long i = 0; i < lines; i++) {
                out.write(line);
            }
        }
        return lines;
    }

    /** Reads a file, each block on the node that HDFS chooses. */
    void read(String path) throws IOException {
        try (InputStream in = cluster.fileSystem().open(new org.apache.hadoop.fs.Path(path))) {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** Bytes of a file that the kernel has in memory: of each block those of the replica of which it has the most. */
    long resident(String path) throws IOException {
        Map<String, List<Path>> replicas = LiveFiles.named("blk_[0-9]+", cluster.workDir()).stream()
                .collect(Collectors.groupingBy(file -> file.getFileName().toString()));
        PageCacheQuery query = new PageCacheQuery();
        long bytes = 0;
        try (var in = (HdfsDataInputStream) cluster.fileSystem().open(new org.apache.hadoop.fs.Path(path))) {
            for (LocatedBlock block : in.getAllBlocks()) {
                long most = 0;
                for (Path replica : replicas.get(block.getBlock().getBlockName())) {
                    most = Math.max(most, query.residentBytes(replica, Files.size(replica)));
                }
                bytes += most;
            }
        }
        return bytes;
    }

    // ---- the coordinator

    Optional<StatusReply> status() {
        return client.status().join().value();
    }

    /** A coordinator as a process of its own. It reads its keys from the configuration of the cluster's daemons. */
    Daemon startCoordinator() {
        String configuration =
                cluster.hadoopConfDir().resolveSibling("hadoop-name-node").toString();
        return cluster.start("coordinator", "io.tiercel.cli.Main", List.of("coordinator", "--conf", configuration));
    }

    /** Waits until all agents are there, and nothing is locked. */
    void awaitIdle() {
        await("all agents are there, and nothing is locked")
                .atMost(Duration.ofSeconds(60))
                .until(() -> agents() == NODES && locked() == 0);
    }

    int agents() {
        return (int) status().stream()
                .flatMap(status -> status.getAgentsList().stream())
                .filter(AgentState::getAlive)
                .count();
    }

    /** Bytes locked on all nodes, as the kernel says. */
    long locked() {
        return cluster.lockedBytes();
    }

    /** Bytes of a file that are in page caches, as the coordinator knows. */
    long cached(String path) {
        return client.tiers(path).join().value().orElseThrow().getFilesList().stream()
                .mapToLong(FileTiers::getCachedBytes)
                .sum();
    }

    Optional<JobState> job(String name) {
        return status().orElseThrow().getJobsList().stream()
                .filter(job -> job.getJob().equals(name))
                .findFirst();
    }

    /** A job of somebody who lives as long as this world, or until the session is closed. */
    JobSession session(String job) {
        return client.job(job);
    }

    /** A client on behalf of another user. */
    TiercelClient clientOf(String user) {
        return new TiercelClient(ClientSettings.parse(coordinator, user));
    }

    /** Hints a file for a job, under a lease of an hour, as {@code tiercel prefetch --job} does. */
    PrefetchReply hint(String job, String path, Eviction eviction) {
        return hint(client, job, path, eviction);
    }

    PrefetchReply hint(TiercelClient by, String job, String path, Eviction eviction) {
        return by.prefetch(PrefetchRequest.newBuilder()
                        .setJob(job)
                        .addData(TiercelClient.path(path))
                        .setEviction(eviction)
                        .setLeaseMillis(3_600_000)
                        .build())
                .join()
                .value()
                .orElseThrow();
    }

    /** Hints, and waits until all is in memory; returns the host of each block, in the order of the file. */
    List<String> bringIn(String job, String path, Eviction eviction) {
        hint(job, path, eviction);
        client.follow(job, progress -> {}).join();
        return hint(job, path, eviction).getBlocksList().stream()
                .map(BlockState::getHost)
                .toList();
    }

    /** Gives back what a job claims, and waits until it has gone. */
    void release(String job) {
        client.release(job, List.of()).join();
        await().atMost(Duration.ofSeconds(20)).until(() -> locked() == 0);
    }

    /** Has agents measure their devices, as on a cluster that was used before. */
    void measureDevices() throws IOException {
        write("/before", 4 * NODES);
        bringIn("before", "/before", Eviction.EVICT_ON_RELEASE);
        release("before");
    }

    // ---- jobs

    /** An application that counts the lines of a file or directory at each word of its conductor. */
    SparkApp application(Conductor conductor, String path, Path records, Map<String, String> conf) {
        return application(MemoryApplication.class, records, conf)
                .arguments(conductor.port(), cluster.hdfsUri() + path);
    }

    /** The same with tasks that compute for so long, each. */
    SparkApp computing(Conductor conductor, String path, long millis, Path records, Map<String, String> conf) {
        return application(MemoryApplication.class, records, conf)
                .arguments(conductor.port(), cluster.hdfsUri() + path, Long.toString(millis));
    }

    /** An application that joins a large file with a small one, at each word of its conductor. */
    SparkApp join(
            Conductor conductor, String small, String large, long millis, Path records, Map<String, String> conf) {
        return application(JoinApplication.class, records, conf)
                .arguments(
                        conductor.port(), cluster.hdfsUri() + small, cluster.hdfsUri() + large, Long.toString(millis))
                .conf("spark.sql.files.maxPartitionBytes", Integer.toString(BLOCK))
                .conf("spark.sql.files.openCostInBytes", "0")
                .conf("spark.sql.shuffle.partitions", "2");
    }

    /** An application in which so many tasks count the lines of one block, each for itself. It may run another job beside. */
    SparkApp delayed(Conductor conductor, String path, int tasks, Path records, Map<String, String> conf) {
        return application(DelayApplication.class, records, conf)
                .arguments(conductor.port(), cluster.hdfsUri() + path, Integer.toString(tasks));
    }

    /** An application that stands for long, with so many threads that query the tables of a directory. */
    SparkApp soaking(
            Conductor conductor, String tables, int threads, long seed, Path records, Map<String, String> conf) {
        return application(SoakApplication.class, records, conf)
                .arguments(
                        conductor.port(), cluster.hdfsUri() + tables, Integer.toString(threads), Long.toString(seed));
    }

    SparkApp application(Class<?> main, Path records, Map<String, String> conf) {
        Path own =
                Path.of(main.getProtectionDomain().getCodeSource().getLocation().getPath());
        return SparkApp.of(main.getName(), own)
                .conf("spark.plugins", "io.tiercel.spark.TiercelPlugin")
                // Its decisions name the residency of each block. A plan may prefer an idle disk to memory elsewhere.
                .conf("spark.tiercel.policy", "trident")
                // As if disks were far slower than they are: however busy this machine is, waiting for memory pays.
                .conf("spark.tiercel.score.unit", Long.toString(BYTES_PER_SECOND / 4))
                .conf("spark.locality.wait", "20s")
                .conf("spark.tiercel.record.dir", records.toString())
                .conf(conf);
    }

    RunningSparkApp submit(SparkApp app) {
        return cluster.submit(app);
    }

    /** The result of a counting job: the host that read each block, and the lines. */
    record Counted(Map<Integer, String> hosts, long lines) {}

    static Counted counted(Conductor conductor, int tasks) throws IOException {
        Map<Integer, String> hosts = new TreeMap<>();
        for (int i = 0; i < tasks; i++) {
            String[] read = conductor.awaitLine("read ", 1).split(" ");
            hosts.put(Integer.parseInt(read[0]), read[1]);
        }
        return new Counted(hosts, Long.parseLong(conductor.awaitLine("result ", 1)));
    }

    /** The last stage of the one application that has written to {@code records}. */
    static StageSummary lastStage(Path records) throws IOException {
        List<StageSummary> stages = stages(records);
        return stages.get(stages.size() - 1);
    }

    /** How many of its tasks read input from memory. */
    static int fromMemory(StageSummary stage) {
        return stage.reads().happened().getOrDefault(ReadPlace.MEMORY, 0);
    }

    /** Its stages with located input, as they ended. */
    static List<StageSummary> stages(Path records) throws IOException {
        List<StageSummary> stages = new ArrayList<>();
        try (Stream<Path> files = Files.list(records)) {
            Path file = files.filter(each -> each.getFileName().toString().startsWith("stages-"))
                    .findFirst()
                    .orElseThrow();
            for (String line : Files.readAllLines(file)) {
                stages.add(StageSummaries.parse(line));
            }
        } catch (MalformedRecordException e) {
            throw new IOException(e);
        }
        return stages;
    }

    /** The plans to prefetch of the one application that has written to {@code records}. */
    static List<RecordedPlan> plans(Path records) throws IOException {
        List<RecordedPlan> plans = new ArrayList<>();
        for (String line : planLines(records)) {
            if (line.contains("\"record\":\"prefetch\"")) {
                try {
                    plans.add(RecordedPlan.parse(line));
                } catch (MalformedRecordException e) {
                    throw new IOException(e);
                }
            }
        }
        return plans;
    }

    /** Plans, and what came of them, as they were written. */
    static List<String> planLines(Path records) throws IOException {
        try (Stream<Path> files = Files.list(records)) {
            Path plans = files.filter(file -> file.getFileName().toString().startsWith("prefetch-"))
                    .findFirst()
                    .orElseThrow();
            return Files.readAllLines(plans);
        }
    }

    /** In the first round with input of that application: of how many waiting tasks the input was known to be in some node's memory. */
    static long knownInMemoryAtFirst(Path records) throws IOException {
        try (Stream<Path> files = Files.list(records)) {
            Path decisions = files.filter(file -> file.getFileName().toString().startsWith("decisions-"))
                    .findFirst()
                    .orElseThrow();
            RecordedRound first =
                    DecisionRecords.parse(Files.readAllLines(decisions).get(0)).round();
            return first.tasks().stream()
                    .filter(task -> IntStream.range(0, task.size())
                            .anyMatch(i -> task.scores()[i] < MOST_FOR_MEMORY * first.scale()))
                    .count();
        } catch (MalformedRecordException e) {
            throw new IOException(e);
        }
    }

    static List<String> ours(RunningSparkApp.Outcome outcome) throws IOException {
        try (Stream<String> log = Files.lines(outcome.log())) {
            return log.filter(line -> line.contains("Tiercel")).collect(Collectors.toList());
        }
    }

    @Override
    public void close() {
        client.close();
        cluster.close();
    }
}

package io.tiercel.suites.spark.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.coordinator.Coordinator;
import io.tiercel.coordinator.CoordinatorSettings;
import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.StageSummaries;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.suites.spark.yarn.app.CountingApplication;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.YarnCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spark on a real YARN with our scheduler, over a real HDFS of which each block has one replica on an SSD, and others on HDDs of all other
 * nodes. So stock Spark and YARN see all nodes as equal.
 */
final class SparkOnYarnIT {
    private static final int NODES = 3;
    private static final int FILES = 6;
    private static final int BLOCKS_PER_FILE = 2;
    private static final int BLOCK = 1 << 20;
    private static final int LINE = 64;
    private static final String LINES = "lines " + FILES * BLOCKS_PER_FILE * BLOCK / LINE;
    private static final String FAST = "127.0.0.3";
    private static final int FAST_NODE = 1;
    private static final int TIMES = 5;

    @TempDir
    private Path directory;

    /** One after the other on one cluster: executors by cost, asked for as needed and at the start; and the coordinator goes away. */
    @SuppressWarnings("try") // The coordinator ends in the middle.
    @Test
    void executorsStartAndTasksRunWhereTheirInputIsFastest() throws Exception {
        try (TieredCluster hdfs = hdfs();
                Coordinator coordinator = coordinator(hdfs);
                YarnCluster yarn = yarn(hdfs, coordinator)) {
            YarnSubmission spark = YarnSubmission.to(yarn, directory);
            String address = address(coordinator);

            List<String> preferring = onDemand(spark, hdfs, address, "preferring", true);
            assertThat(executors(preferring)).containsExactly(FAST, FAST);
            assertThat(summary("preferring").reads().happened()).containsEntry(ReadPlace.SSD, FILES * BLOCKS_PER_FILE);

            List<String> named = run(
                    spark,
                    address,
                    "named",
                    Map.of("spark.executor.instances", "2", "spark.tiercel.yarn.input", hdfs.hdfsUri() + "/fast"),
                    List.of(hdfs.hdfsUri() + "/fast", "2", "first"));
            assertThat(executors(named)).containsExactly(FAST, FAST);
            assertThat(summary("named").reads().happened()).containsEntry(ReadPlace.SSD, FILES * BLOCKS_PER_FILE);

            List<String> inCluster = spark.runInCluster(
                    "cluster",
                    CountingApplication.class,
                    settings(
                            address,
                            "cluster",
                            Map.of(
                                    "spark.executor.instances",
                                    "2",
                                    "spark.tiercel.yarn.input",
                                    hdfs.hdfsUri() + "/fast")),
                    List.of(hdfs.hdfsUri() + "/fast", "2", "first"));
            assertThat(inCluster).contains(LINES, "scheduler org.apache.spark.scheduler.TiercelYarnClusterScheduler");
            assertThat(executors(inCluster)).containsExactly(FAST, FAST);
            assertThat(summary("cluster").reads().happened()).containsEntry(ReadPlace.SSD, FILES * BLOCKS_PER_FILE);

            coordinator.close();
            List<String> alone = run(
                    spark,
                    address,
                    "alone",
                    Map.of(
                            "spark.executor.instances",
                            "" + NODES,
                            // On a busy machine the last executor would come after the first tasks.
                            "spark.scheduler.minRegisteredResourcesRatio",
                            "1",
                            "spark.scheduler.maxRegisteredResourcesWaitingTime",
                            "2m"),
                    List.of(hdfs.hdfsUri() + "/spread", "" + NODES, "first"));
            assertThat(executors(alone)).hasSize(NODES);
            assertThat(alone.stream().filter(line -> line.contains("Tiercel:") && line.contains("coordinator")))
                    .as("lines on the coordinator")
                    .hasSize(1);
            assertThat(summary("alone").reads().launched()).isEqualTo(FILES * BLOCKS_PER_FILE);
            // YARN alone may put two of them on one node. Each node has as many blocks on its SSD as any other.
            int nodes = Set.copyOf(executors(alone)).size();
            assertThat(summary("alone").reads().possible())
                    .containsEntry(ReadPlace.SSD, nodes * FILES * BLOCKS_PER_FILE / NODES);
        }
    }

    /** Without scores executors start anywhere, so the case above shows something. With them, in cluster mode too, they do not. */
    @Test
    @Tag("slow")
    void scoresDecideWhereExecutorsOnDemandStart() throws Exception {
        int fast = 0;
        int preferred = 0;
        try (TieredCluster hdfs = hdfs();
                Coordinator coordinator = coordinator(hdfs);
                YarnCluster yarn = yarn(hdfs, coordinator)) {
            YarnSubmission spark = YarnSubmission.to(yarn, directory);
            String address = address(coordinator);
            for (int time = 0; time < TIMES; time++) {
                fast += fast(onDemand(spark, hdfs, address, "stock-" + time, false));
                preferred += fast(onDemand(spark, hdfs, address, "preferring-" + time, true));
            }
            List<String> inCluster = spark.runInCluster(
                    "on-demand-in-cluster",
                    CountingApplication.class,
                    settings(address, "on-demand-in-cluster", onDemand(true)),
                    List.of(hdfs.hdfsUri() + "/fast", "2", "last"));
            assertThat(executors(inCluster)).containsExactly(FAST, FAST);
        }
        assertThat(preferred).as("executors with preferences").isEqualTo(2 * TIMES);
        assertThat(fast).as("executors without").isLessThan(2 * TIMES);
        System.out.println("executors on the node with the SSD: " + preferred + " with preferences, " + fast
                + " without, of " + 2 * TIMES);
    }

    private static int fast(List<String> output) {
        return (int) executors(output).stream().filter(FAST::equals).count();
    }

    /** Two executors, asked for when tasks wait. */
    private List<String> onDemand(
            YarnSubmission spark, TieredCluster hdfs, String coordinator, String name, boolean prefers)
            throws IOException {
        return run(spark, coordinator, name, onDemand(prefers), List.of(hdfs.hdfsUri() + "/fast", "2", "last"));
    }

    private static Map<String, String> onDemand(boolean prefers) {
        return Map.of(
                "spark.dynamicAllocation.enabled", "true",
                "spark.dynamicAllocation.minExecutors", "0",
                "spark.dynamicAllocation.maxExecutors", "2",
                "spark.tiercel.yarn.executors", "" + prefers);
    }

    private List<String> run(
            YarnSubmission spark, String coordinator, String name, Map<String, String> settings, List<String> arguments)
            throws IOException {
        List<String> lines =
                spark.run(name, CountingApplication.class, settings(coordinator, name, settings), arguments);
        assertThat(lines).contains(LINES, "scheduler org.apache.spark.scheduler.TiercelYarnScheduler");
        return lines;
    }

    private Map<String, String> settings(String coordinator, String name, Map<String, String> more) throws IOException {
        Map<String, String> all = new HashMap<>(more);
        all.put("spark.tiercel.record.dir", Files.createDirectories(directory.resolve("records-" + name)) + "");
        all.put("spark.tiercel.coordinator", coordinator);
        return all;
    }

    private static List<String> executors(List<String> output) {
        return output.stream()
                .filter(line -> line.startsWith("executor "))
                .map(line -> line.substring("executor ".length()))
                .toList();
    }

    private StageSummary summary(String name) throws IOException, MalformedRecordException {
        try (Stream<Path> files = Files.list(directory.resolve("records-" + name))) {
            Path stages = files.filter(file -> file.getFileName().toString().startsWith("stages-"))
                    .findFirst()
                    .orElseThrow();
            return StageSummaries.parse(Files.readAllLines(stages).get(0));
        }
    }

    private static TieredCluster hdfs() throws IOException {
        TieredCluster cluster = TieredCluster.builder()
                .nodes(NODES)
                .withoutSpark()
                .replication(NODES)
                .blockSize(BLOCK)
                .start();
        try {
            for (int file = 0; file < FILES; file++) {
                write(cluster.fileSystemOn(FAST_NODE), "/fast/" + file);
                write(cluster.fileSystemOn(file % NODES), "/spread/" + file);
            }
            return cluster;
        } catch (IOException | RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    /** The first replica goes on the writer's SSD. */
    private static void write(FileSystem from, String path) throws IOException {
        byte[] lines = ("x".repeat(LINE - 1) + "\n").repeat(BLOCK / LINE).getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = from.create(new org.apache.hadoop.fs.Path(path))) {
            for (int block = 0; block < BLOCKS_PER_FILE; block++) {
                out.write(lines);
            }
        }
    }

    private static Coordinator coordinator(TieredCluster hdfs) throws Exception {
        Configuration conf = new Configuration();
        hdfs.hadoopConf().forEach(conf::set);
        return Coordinator.start(
                CoordinatorSettings.read(Map.of(
                        "tiercel.coordinator.address", "127.0.0.1:0",
                        "tiercel.coordinator.http-address", "127.0.0.1:0")),
                conf,
                null);
    }

    /** Asked while it runs. */
    private static String address(Coordinator coordinator) {
        return "127.0.0.1:" + coordinator.address().getPort();
    }

    /** Applications know the nodes' rack too, or YARN would not count requests for hosts. */
    private YarnCluster yarn(TieredCluster hdfs, Coordinator coordinator) throws IOException {
        Path racks = Files.write(
                directory.resolve("racks"),
                hdfs.hosts().stream().map(host -> host + " " + hdfs.rack(0)).toList());
        return YarnCluster.builder()
                .nodes(NODES)
                .keys(hdfs.hadoopConf())
                .key("net.topology.node.switch.mapping.impl", "org.apache.hadoop.net.TableMapping")
                .key("net.topology.table.file.name", racks.toString())
                .daemonJar(Path.of(System.getProperty("tiercel.bundle.yarn")))
                .key(
                        "yarn.resourcemanager.scheduler.class",
                        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.TiercelCapacityScheduler")
                .key("tiercel.yarn.coordinator", address(coordinator))
                // Under load a node's heartbeat may come late, and YARN then passes the node over.
                .key("yarn.scheduler.skip.node.multiplier", "60")
                .start();
    }
}

package io.tiercel.suites.hive;

import static org.awaitility.Awaitility.await;

import io.tiercel.client.ClientSettings;
import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.FileTiers;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.StatusReply;
import io.tiercel.testkit.HiveSession;
import io.tiercel.testkit.HiveSessionBuilder;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** HDFS with a coordinator in its NameNode and an agent in each DataNode, and tables in it. */
final class HiveWorld implements AutoCloseable {
    static final String HOOK = "io.tiercel.hive.TiercelHook";
    static final String HOOK_AND_GATE = HOOK + ",io.tiercel.testkit.hive.GateHook";
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int NODES = 2;
    private static final int ROW_BYTES = 1024;

    final TieredCluster hdfs;
    final TiercelClient client;
    final String coordinator;

    private HiveWorld(TieredCluster hdfs, String coordinator) {
        this.hdfs = hdfs;
        this.coordinator = coordinator;
        this.client = new TiercelClient(ClientSettings.parse(coordinator, System.getProperty("user.name")));
    }

    static HiveWorld start() throws IOException {
        String address = "127.0.0.1:" + freePort();
        TieredCluster hdfs = TieredCluster.builder()
                .withoutSpark()
                .nodes(NODES)
                .racks(1)
                .blockSize(1 << 20)
                .daemonJar(Path.of(System.getProperty("tiercel.hdfs.jar")))
                .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                .hdfsKey("tiercel.agent.curve", "false")
                .hdfsKey("tiercel.coordinator.address", address)
                .hdfsKey("tiercel.coordinator.http-address", "127.0.0.1:0")
                .hdfsKey("tiercel.coordinator.interval", "100ms")
                .hdfsKey("tiercel.coordinator.job.lease", "5s")
                .hdfsKey("tiercel.agent.coordinator", address)
                .hdfsKey("tiercel.agent.memory.budget", "64m")
                .start();
        HiveWorld world = new HiveWorld(hdfs, address);
        try {
            until(() -> world.agents() == NODES);
            return world;
        } catch (RuntimeException | Error e) {
            world.close();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    static void until(Callable<Boolean> condition) {
        await().atMost(LIMIT).until(condition);
    }

    private long agents() {
        return status().flatMap(reply -> reply.getAgentsList().stream())
                .filter(AgentState::getAlive)
                .count();
    }

    private Stream<StatusReply> status() {
        return client.status().join().value().stream();
    }

    /** Jobs that refer to something. */
    List<JobState> jobs() {
        return status().flatMap(reply -> reply.getJobsList().stream()).toList();
    }

    /** Bytes of a directory that agents hold in memory. */
    long pinned(String directory) {
        return client.tiers(directory).join().value().orElseThrow().getFilesList().stream()
                .mapToLong(FileTiers::getPinnedBytes)
                .sum();
    }

    HiveSessionBuilder hive(Path jar) {
        return HiveSession.builder()
                .keys(hdfs.hadoopConf())
                .jar(jar)
                .key("tiercel.coordinator", coordinator)
                .key("hive.query.lifetime.hooks", HOOK_AND_GATE);
    }

    /** A table of rows (id int, v string) with a partition d for each size, in KiB, which is the number of its rows. */
    void table(HiveSession hive, String name, int... partitions) throws IOException {
        hive.run("create external table " + name + " (id int, v string) partitioned by (d string)"
                + " row format delimited fields terminated by ',' location '/" + name + "'");
        for (int d = 0; d < partitions.length; d++) {
            write("/" + name + "/d=" + d + "/rows", partitions[d]);
        }
        if (partitions.length == 0) {
            return;
        }
        hive.run("alter table " + name + " add "
                + String.join(
                        " ",
                        IntStream.range(0, partitions.length)
                                .mapToObj(d -> "partition (d='" + d + "')")
                                .toList()));
    }

    /** Writes rows of a KiB each, numbered from 0. */
    void write(String file, int rows) throws IOException {
        try (var out = hdfs.fileSystem().create(new org.apache.hadoop.fs.Path(file))) {
            for (int id = 0; id < rows; id++) {
                String begin = id + ",";
                out.write((begin + "v".repeat(ROW_BYTES - 1 - begin.length()) + "\n")
                        .getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    /** A file that queries wait for. */
    record Gate(Path file) {
        static Gate closed() throws IOException {
            return new Gate(Files.createTempDirectory("gate").resolve("open"));
        }

        /** A query that reads all rows, waits for the gate and counts them. */
        String count(String from) {
            return "select count(*) from (select transform(id) using 'sh -c \"while [ ! -e " + file
                    + " ]; do sleep 0.05; done; cat\"' as (id string) from " + from + ") r";
        }

        void open() throws IOException {
            Files.createFile(file);
        }
    }

    @Override
    public void close() {
        client.close();
        hdfs.close();
    }
}

package io.tiercel.bundle.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.protocol.PrefetchReply;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Readers on other nodes are served from memory: which DataNode served them, and from what, is counted in the DataNodes. */
@Tag("slow") // In every build bench has tasks of Spark read so.
class RemoteReadsIT {
    private static final int BLOCK = PluginCluster.BLOCK;
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/pinned");

    private static PluginCluster cluster;
    private static TieredCluster hdfs;
    private static CoordinatorCalls coordinator;

    @BeforeAll
    static void start() throws IOException {
        cluster = PluginCluster.start(builder -> builder.racks(1)
                .replication(2)
                .storagePolicy("HOT")
                // Often enough that it would undo what it does not know of while the test looks.
                .hdfsKey("dfs.namenode.path.based.cache.refresh.interval.ms", "500")
                .hdfsKey("dfs.namenode.path.based.cache.retry.interval.ms", "500"));
        hdfs = cluster.hdfs();
        coordinator = cluster.coordinator();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static BlockLocation located() throws IOException {
        return hdfs.fileSystem().getFileBlockLocations(FILE, 0, BLOCK)[0];
    }

    /** Reads the file as somebody on that node does; what the DataNodes served meanwhile. */
    private static DeviceCounters read(String host, boolean memoryFirst) throws IOException {
        DeviceCounters before = hdfs.counters();
        int node = hdfs.hosts().indexOf(host);
        Configuration conf = new Configuration(hdfs.fileSystemOn(node).getConf());
        conf.setBoolean("dfs.client.read.use.cache.priority", memoryFirst);
        try (FileSystem files = FileSystem.newInstance(URI.create(hdfs.hdfsUri()), conf);
                InputStream in = files.open(FILE)) {
            assertThat(in.readAllBytes()).hasSize(BLOCK);
        }
        return hdfs.counters().since(before);
    }

    @Test
    void aReaderElsewhereIsServedFromMemoryUntilItIsGivenBack() throws IOException {
        try (FSDataOutputStream out = hdfs.fileSystemOn(0).create(FILE)) {
            out.write(new byte[BLOCK]);
        }
        hdfs.evictPageCache();
        PrefetchReply reply = coordinator.prefetch("alice", "job", FILE.toString());
        assertThat(reply.getBlocksCount()).isEqualTo(1);
        String pinned = coordinator.settled("alice", "job").getHosts(0).getHost();
        List<String> replicas = Arrays.asList(located().getHosts());
        String other = replicas.stream()
                .filter(host -> !host.equals(pinned))
                .findFirst()
                .orElseThrow();
        String none = hdfs.hosts().stream()
                .filter(host -> !replicas.contains(host))
                .findFirst()
                .orElseThrow();
        await().atMost(Duration.ofMinutes(1)).until(() -> located().getCachedHosts().length == 1);
        assertThat(located().getCachedHosts()).containsExactly(pinned);

        for (String reader : List.of(none, other, pinned)) {
            DeviceCounters served = read(reader, true);
            assertThat(served.on(pinned).memoryBytes()).as("read on %s", reader).isEqualTo(BLOCK);
            assertThat(served.bytes()).as("read on %s", reader).isEqualTo(BLOCK);
        }
        uncacheCommandsDoNothing(pinned);
        assertThat(read(none, true).on(pinned).memoryBytes()).isEqualTo(BLOCK);
        assertThat(hdfs.lockedBytes()).isEqualTo(BLOCK);

        assertThat(read(other, false).on(other).deviceBytes())
                .as("a client that does not ask for memory")
                .isEqualTo(BLOCK);

        coordinator.release("alice", "job");
        await().atMost(Duration.ofMinutes(1)).until(() -> located().getCachedHosts().length == 0);
        await().atMost(Duration.ofMinutes(1)).until(() -> hdfs.lockedBytes() == 0);
        hdfs.evictPageCache();
        DeviceCounters nearest = read(other, true);
        assertThat(nearest.on(other).deviceBytes()).isEqualTo(BLOCK);
        assertThat(nearest.bytes()).isEqualTo(BLOCK);
    }

    /** HDFS' own monitor of caches tells the DataNode to let go of what no directive asks for. */
    private static void uncacheCommandsDoNothing(String host) throws IOException {
        await().atMost(Duration.ofMinutes(1)).until(() -> log(host).contains("DNA_UNCACHE"));
        assertThat(log(host)).doesNotContain(" ERROR ");
    }

    private static String log(String host) throws IOException {
        try (Stream<Path> logs = Files.list(hdfs.workDir().resolve("logs"))) {
            Path log = logs.filter(path -> path.getFileName()
                            .toString()
                            .startsWith("data-node-" + hdfs.hosts().indexOf(host)))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(log);
        }
    }
}

package io.tiercel.bundle.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.SkipReason;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The jar that ships, in a real NameNode and in real DataNodes. */
class CoordinatorPluginIT {
    private static final int BLOCK = 1 << 20;
    private static TieredCluster cluster;
    private static CoordinatorCalls coordinator;

    @BeforeAll
    static void start() throws IOException {
        int port = CoordinatorCalls.freePort();
        cluster = TieredCluster.builder()
                .nodes(3)
                .blockSize(BLOCK)
                .ssdBytesPerSecond(0)
                .hddBytesPerSecond(0)
                .withoutSpark()
                .daemonJar(Path.of(System.getProperty("tiercel.hdfs.jar")))
                .hdfsKey("dfs.permissions.enabled", "true")
                .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                .hdfsKey("tiercel.coordinator.address", "127.0.0.1:" + port)
                .hdfsKey("tiercel.coordinator.http-address", "127.0.0.1:0")
                .hdfsKey("tiercel.coordinator.interval", "200ms")
                .hdfsKey("tiercel.agent.coordinator", "127.0.0.1:" + port)
                .hdfsKey("tiercel.agent.memory.budget", "64m")
                .start();
        coordinator = new CoordinatorCalls(port);
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> coordinator.agents() == 3);
    }

    @AfterAll
    static void stop() {
        coordinator.close();
        cluster.close();
    }

    private static void write(String path, int bytes) throws IOException {
        try (FSDataOutputStream out = cluster.fileSystem().create(new org.apache.hadoop.fs.Path(path))) {
            out.write(new byte[bytes]);
        }
    }

    @Test
    void agentsInDataNodesBringInWhatTheNameNodesCoordinatorIsAskedFor() throws IOException {
        write("/warm/file", 8 * BLOCK);

        PrefetchReply reply = coordinator.prefetch("alice", "job", "/warm");
        assertThat(reply.getBlocksCount()).isEqualTo(8);
        ProgressReply last = coordinator.settled("job");

        assertThat(last.getBlocks().getResidentBytes()).as("%s", last).isEqualTo(8L * BLOCK);
        assertThat(coordinator.pinned()).isEqualTo(8L * BLOCK);
        coordinator.release("alice", "job");
        await().until(() -> coordinator.pinned() == 0);
    }

    @Test
    void aHintIsRefusedToWhomHdfsRefusesTheFile() throws IOException {
        write("/secret", BLOCK);
        cluster.fileSystem().setPermission(new org.apache.hadoop.fs.Path("/secret"), new FsPermission("600"));

        PrefetchReply reply = coordinator.prefetch("mallory", "theft", "/secret");

        assertThat(reply.getBlocksList()).isEmpty();
        assertThat(reply.getSkippedList()).singleElement().satisfies(skip -> {
            assertThat(skip.getReason()).isEqualTo(SkipReason.NOT_READABLE);
            assertThat(skip.getText()).contains("user=mallory");
        });
    }
}

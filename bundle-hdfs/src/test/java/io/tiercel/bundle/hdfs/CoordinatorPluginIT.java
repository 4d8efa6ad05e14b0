package io.tiercel.bundle.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.SkipReason;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The jar that ships, in a real NameNode and in real DataNodes. */
class CoordinatorPluginIT {
    private static final int BLOCK = PluginCluster.BLOCK;
    private static PluginCluster cluster;
    private static TieredCluster hdfs;
    private static CoordinatorCalls coordinator;

    @BeforeAll
    static void start() throws IOException {
        cluster = PluginCluster.start(builder ->
                builder.ssdBytesPerSecond(0).hddBytesPerSecond(0).hdfsKey("dfs.permissions.enabled", "true"));
        hdfs = cluster.hdfs();
        coordinator = cluster.coordinator();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static void write(String path, int bytes) throws IOException {
        try (FSDataOutputStream out = hdfs.fileSystem().create(new org.apache.hadoop.fs.Path(path))) {
            out.write(new byte[bytes]);
        }
    }

    @Test
    void agentsInDataNodesBringInWhatTheNameNodesCoordinatorIsAskedFor() throws IOException {
        write("/warm/file", 8 * BLOCK);

        PrefetchReply reply = coordinator.prefetch("alice", "job", "/warm");
        assertThat(reply.getBlocksCount()).isEqualTo(8);
        ProgressReply last = coordinator.settled("alice", "job");

        assertThat(last.getBlocks().getResidentBytes()).as("%s", last).isEqualTo(8L * BLOCK);
        assertThat(coordinator.pinned()).isEqualTo(8L * BLOCK);
        coordinator.release("alice", "job");
        await().atMost(Duration.ofMinutes(1)).until(() -> coordinator.pinned() == 0);
    }

    /** With Kerberos this page is the only one. */
    @Test
    void theNameNodeShowsItsCoordinatorsMetrics() throws IOException {
        PrometheusPage metrics = PrometheusPage.of(hdfs.hadoopConf().get("dfs.namenode.http-address"));

        assertThat(metrics.value("tiercel_coordinator_agents")).hasValue(3);
        assertThat(metrics.value("tiercel_coordinator_budget_bytes")).hasValue(64 << 20);
        assertThat(metrics.value("tiercel_coordinator_epoch")).isNotEmpty();
        assertThat(metrics.value("tiercel_coordinator_errors_total")).hasValue(0);
    }

    @Test
    void aHintIsRefusedToWhomHdfsRefusesTheFile() throws IOException {
        write("/secret", BLOCK);
        hdfs.fileSystem().setPermission(new org.apache.hadoop.fs.Path("/secret"), new FsPermission("600"));

        PrefetchReply reply = coordinator.prefetch("mallory", "theft", "/secret");

        assertThat(reply.getBlocksList()).isEmpty();
        assertThat(reply.getSkippedList()).singleElement().satisfies(skip -> {
            assertThat(skip.getReason()).isEqualTo(SkipReason.NOT_READABLE);
            assertThat(skip.getText()).contains("user=mallory");
        });
    }
}

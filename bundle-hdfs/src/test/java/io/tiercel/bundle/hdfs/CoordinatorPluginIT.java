package io.tiercel.bundle.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.HintsGrpc;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.ProgressRequest;
import io.tiercel.protocol.ReleaseRequest;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.SkipReason;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.protocol.StatusReply;
import io.tiercel.protocol.StatusRequest;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The jar that ships, in a real NameNode and in real DataNodes. */
class CoordinatorPluginIT {
    private static final int BLOCK = 1 << 20;
    private static TieredCluster cluster;
    private static ManagedChannel channel;

    @BeforeAll
    static void start() throws IOException {
        int port = freePort();
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
        channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> status().getAgentsCount() == 3);
    }

    @AfterAll
    static void stop() {
        channel.shutdownNow();
        cluster.close();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static StatusReply status() {
        return StateGrpc.newBlockingStub(channel)
                .withDeadlineAfter(5, TimeUnit.SECONDS)
                .status(StatusRequest.getDefaultInstance());
    }

    private static HintsGrpc.HintsBlockingStub hints(String user) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("tiercel-user", Metadata.ASCII_STRING_MARSHALLER), user);
        return HintsGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .withDeadlineAfter(30, TimeUnit.SECONDS);
    }

    private static PrefetchRequest hint(String job, String path) {
        return PrefetchRequest.newBuilder()
                .setJob(job)
                .addData(Selection.newBuilder().setPath(path))
                .build();
    }

    private static void write(String path, int bytes) throws IOException {
        try (FSDataOutputStream out = cluster.fileSystem().create(new org.apache.hadoop.fs.Path(path))) {
            out.write(new byte[bytes]);
        }
    }

    private static long pinned() {
        return status().getAgentsList().stream()
                .mapToLong(AgentState::getPinnedBytes)
                .sum();
    }

    @Test
    void agentsInDataNodesBringInWhatTheNameNodesCoordinatorIsAskedFor() throws IOException {
        write("/warm/file", 8 * BLOCK);

        PrefetchReply reply = hints("alice").prefetch(hint("job", "/warm"));
        assertThat(reply.getBlocksCount()).isEqualTo(8);
        Iterator<ProgressReply> progress = StateGrpc.newBlockingStub(channel)
                .withDeadlineAfter(60, TimeUnit.SECONDS)
                .progress(ProgressRequest.newBuilder().setJob("job").build());
        ProgressReply last = progress.next();
        while (progress.hasNext()) {
            last = progress.next();
        }

        assertThat(last.getBlocks().getResidentBytes()).as("%s", last).isEqualTo(8L * BLOCK);
        assertThat(pinned()).isEqualTo(8L * BLOCK);
        hints("alice").release(ReleaseRequest.newBuilder().setJob("job").build());
        await().until(() -> pinned() == 0);
    }

    @Test
    void aHintIsRefusedToWhomHdfsRefusesTheFile() throws IOException {
        write("/secret", BLOCK);
        cluster.fileSystem().setPermission(new org.apache.hadoop.fs.Path("/secret"), new FsPermission("600"));

        PrefetchReply reply = hints("mallory").prefetch(hint("theft", "/secret"));

        assertThat(reply.getBlocksList()).isEmpty();
        assertThat(reply.getSkippedList()).singleElement().satisfies(skip -> {
            assertThat(skip.getReason()).isEqualTo(SkipReason.NOT_READABLE);
            assertThat(skip.getText()).contains("user=mallory");
        });
    }
}

package io.tiercel.cli;

import static io.tiercel.cli.MemoryCluster.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tiercel.client.ClientSettings;
import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.testkit.ClusterBuilder;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A coordinator and agents of two versions work together, as in the middle of an upgrade. {@code -Dtiercel.older.jar=FILE} names the HDFS
 * jar of another version; without it nothing is tested.
 */
@Tag("slow")
final class OlderVersionIT {
    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 4;
    private static final int NODES = 2;
    private static final String FILE = "/file";

    enum Older {
        COORDINATOR,
        AGENTS
    }

    @ParameterizedTest
    @EnumSource
    void whatIsHintedComesInAndGoes(Older older) throws IOException {
        String name = System.getProperty("tiercel.older.jar", "");
        assumeTrue(!name.isEmpty(), "no -Dtiercel.older.jar=FILE");
        Path jar = Path.of(name);
        assertThat(Files.isRegularFile(jar)).as("the file " + jar).isTrue();
        String coordinator = "127.0.0.1:" + MemoryCluster.freePort();
        ClusterBuilder builder = TieredCluster.builder()
                .nodes(NODES)
                .replication(NODES)
                .blockSize(BLOCK)
                .withoutSpark()
                .ssdBytesPerSecond(0)
                .hddBytesPerSecond(0)
                .nameNodeJar(older == Older.COORDINATOR ? jar : MemoryCluster.jar())
                .dataNodeJar(older == Older.AGENTS ? jar : MemoryCluster.jar())
                .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                .hdfsKey("tiercel.coordinator.address", coordinator)
                .hdfsKey("tiercel.coordinator.http-address", "127.0.0.1:0")
                .hdfsKey("tiercel.agent.coordinator", coordinator)
                .hdfsKey("tiercel.agent.curve", "false")
                .hdfsKey("tiercel.agent.memory.budget", "64m");
        try (TieredCluster hdfs = builder.start();
                TiercelClient client =
                        new TiercelClient(ClientSettings.parse(coordinator, System.getProperty("user.name")))) {
            try (FSDataOutputStream out = hdfs.fileSystem().create(new org.apache.hadoop.fs.Path(FILE))) {
                out.write(new byte[BLOCKS * BLOCK]);
            }
            hdfs.evictPageCache();
            until(() -> agents(client) == NODES);
            assertThat(hint(client).getBlocksCount()).isEqualTo(BLOCKS);
            until(() -> hdfs.lockedBytes() == BLOCKS * BLOCK);

            // An agent that comes back is told what is wanted.
            hdfs.dataNode(0).kill();
            hdfs.startDataNode(0);
            until(() -> agents(client) == NODES);
            until(() -> {
                hint(client);
                return hdfs.lockedBytes() == BLOCKS * BLOCK;
            });
            client.release("job", List.of()).join();
            until(() -> hdfs.lockedBytes() == 0);
        }
    }

    private static PrefetchReply hint(TiercelClient client) {
        return client.prefetch(PrefetchRequest.newBuilder()
                        .setJob("job")
                        .addData(TiercelClient.path(FILE))
                        .setLeaseMillis(600_000)
                        .build())
                .join()
                .value()
                .orElseThrow();
    }

    private static long agents(TiercelClient client) {
        return client.status().join().value().stream()
                .flatMap(status -> status.getAgentsList().stream())
                .filter(AgentState::getAlive)
                .count();
    }
}

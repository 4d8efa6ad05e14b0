package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.client.Answer;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.JobSession;
import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.StatusReply;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.HadoopSecurity;
import io.tiercel.testkit.ClusterBuilder;
import io.tiercel.testkit.TieredCluster;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;

/** The jar that ships in two real NameNodes: what is wanted stays in memory, whichever of them is active. */
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
abstract class FailoverScenario {
    private static final int BLOCK = TwoCoordinators.BLOCK;
    static final int NODES = TwoCoordinators.NODES;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private TieredCluster hdfs;
    private TiercelClient client;

    /** A cluster of {@link #NODES} nodes, with or without Kerberos. */
    abstract ClusterBuilder builder();

    /** How alice calls the coordinator. */
    abstract ChannelSecurity security(Configuration conf) throws IOException;

    @BeforeAll
    void start() throws IOException {
        int port = MemoryCluster.freePort();
        hdfs = TwoCoordinators.start(builder(), port);
        Configuration conf = new Configuration(false);
        hdfs.hadoopConf().forEach(conf::set);
        conf.set("tiercel.coordinator.address", "0.0.0.0:" + port);
        client = new TiercelClient(new ClientSettings(
                HadoopSecurity.coordinators(conf, "hdfs://tiercel"),
                security(conf),
                Duration.ofSeconds(2),
                Duration.ofSeconds(20),
                Duration.ofSeconds(2)));
        await().atMost(PATIENCE).until(() -> agents() == NODES);
        for (String name : List.of("/session", "/command", "/later")) {
            try (FSDataOutputStream out = hdfs.fileSystem().create(new org.apache.hadoop.fs.Path(name))) {
                out.write(new byte[4 * BLOCK]);
            }
        }
    }

    @AfterAll
    void stop() {
        if (client != null) {
            client.close();
        }
        if (hdfs != null) {
            hdfs.close();
        }
    }

    private Stream<AgentState> alive() {
        return client.status().join().value().stream()
                .flatMap(status -> status.getAgentsList().stream())
                .filter(AgentState::getAlive);
    }

    private long agents() {
        return alive().count();
    }

    private void assertJobs(String... names) {
        Answer<StatusReply> answer = client.status().join();
        assertThat(answer.value().map(StatusReply::getJobsList).orElse(List.of()))
                .as(() -> answer.value().isPresent() ? "jobs" : answer.toString())
                .extracting(JobState::getJob)
                .contains(names);
    }

    /** The coordinator and the kernel agree on it. */
    private void assertPinned(long bytes) {
        await().atMost(PATIENCE)
                .until(() -> agents() == NODES
                        && alive().mapToLong(AgentState::getPinnedBytes).sum() == bytes
                        && hdfs.lockedBytes() == bytes);
    }

    /**
     * One hint of a command, and one of a running application. Returns when a part of it is in memory and the rest comes in slowly, until
     * {@link #devices} are fast again.
     */
    private JobSession hint() {
        hdfs.evictPageCache();
        devices(BLOCK / 8);
        await().atMost(PATIENCE).ignoreExceptions().until(() -> !stored().contains("command"));
        Answer<?> command = client.prefetch(PrefetchRequest.newBuilder()
                        .setJob("command")
                        .addData(TiercelClient.path("/command"))
                        .setLeaseMillis(600_000)
                        .build())
                .join();
        assertThat(command.value()).as(command.toString()).isPresent();
        JobSession session = client.job("session");
        session.prefetch(List.of(TiercelClient.path("/session")), Eviction.EVICT_ON_RELEASE, OptionalLong.empty())
                .answer()
                .join();
        // A hint is kept for the next coordinator within a second.
        await().atMost(PATIENCE).ignoreExceptions().until(() -> stored().contains("command"));
        await().atMost(PATIENCE).until(() -> hdfs.lockedBytes() > 0);
        assertThat(hdfs.lockedBytes()).isLessThan(8L * BLOCK);
        return session;
    }

    /** 0 for as fast as they are. */
    private void devices(long bytesPerSecond) {
        hdfs.bandwidth("SSD", bytesPerSecond);
        hdfs.bandwidth("DISK", bytesPerSecond);
    }

    /** Looks all the time whether anything leaves memory. */
    private final class LossWatch implements AutoCloseable {
        private final Thread thread = new Thread(this::look, "loss-watch");
        private volatile boolean isOver;
        private volatile long lost;

        LossWatch() {
            thread.start();
        }

        private void look() {
            long most = 0;
            while (!isOver) {
                long locked = hdfs.lockedBytes();
                most = Math.max(most, locked);
                lost = Math.max(lost, most - locked);
                LockSupport.parkNanos(20_000_000);
            }
        }

        void assertNothingIsLost() {
            assertThat(lost).as("bytes that left memory").isZero();
        }

        @Override
        public void close() {
            isOver = true;
        }
    }

    /** The file of hints, in which names are plain text; empty if there is none. */
    private String stored() throws IOException {
        try (FSDataInputStream in = hdfs.fileSystem().open(new org.apache.hadoop.fs.Path("/system/tiercel/hints"))) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (FileNotFoundException e) {
            return "";
        }
    }

    private void assertStillWanted(LossWatch loss) {
        await().atMost(PATIENCE).untilAsserted(() -> assertJobs("command", "session"));
        // With fast devices an agent could bring in what the other holds, which joins later and would drop it.
        await().atMost(PATIENCE).until(() -> agents() == NODES);
        devices(0);
        assertPinned(8L * BLOCK);
        loss.assertNothingIsLost();
        // The new coordinator serves as the old one did.
        assertThat(client.prefetch(PrefetchRequest.newBuilder()
                                .setJob("later")
                                .addData(TiercelClient.path("/later"))
                                .build())
                        .join()
                        .value()
                        .orElseThrow()
                        .getBlocksCount())
                .isEqualTo(4);
        assertPinned(12L * BLOCK);
        client.release("later", List.of()).join();
        assertPinned(8L * BLOCK);
    }

    @Test
    @Order(1)
    void aPausedActiveNameNodeThatWakesUpIsObeyedNoMore() throws Exception {
        try (JobSession session = hint();
                LossWatch loss = new LossWatch()) {
            hdfs.nameNode(1).signal("STOP");
            try {
                hdfs.failOverTo(2);
                assertStillWanted(loss);
            } finally {
                hdfs.nameNode(1).signal("CONT");
            }
            // It takes itself for active until it writes. All the time everybody obeys the other.
            for (int call = 0; call < 20; call++) {
                assertJobs("command", "session");
            }
            assertPinned(8L * BLOCK);
            client.release("command", List.of()).join();
            session.release(List.of()).join();
        }
        assertPinned(0);
    }

    @Test
    @Order(2)
    void aKilledActiveNameNodeIsReplaced() throws Exception {
        // The NameNode that woke up may have ended by now. It begins anew, in standby.
        hdfs.nameNode(1).kill();
        hdfs.startNameNode(1);
        try (JobSession session = hint();
                LossWatch loss = new LossWatch()) {
            hdfs.nameNode(2).kill();
            await().atMost(PATIENCE).ignoreExceptions().until(() -> {
                hdfs.failOverTo(1);
                return true;
            });
            assertStillWanted(loss);
            client.release("command", List.of()).join();
            session.release(List.of()).join();
        }
        assertPinned(0);
    }
}

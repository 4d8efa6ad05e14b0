package io.tiercel.cli;

import static io.tiercel.cli.MemoryCluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.HostProgress;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.testkit.LiveFiles;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.process.Daemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What goes wrong in a real cluster: daemons, coordinator and application are processes of their own, and each case ends with the
 * right data where it was asked for, nothing locked that nobody asks for, and nothing that anybody had to restart by hand. What
 * is locked is what the kernel counts.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MemoryFaultsIT {
    private static final int BLOCK = 1 << 20;
    private static final int NODES = 3;
    private static final long SLOW = 1 << 20;
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
    private static MemoryCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = MemoryCluster.start(
                TieredCluster.builder().blockSize(BLOCK).hdfsKey("tiercel.agent.memory.budget", "24m"),
                NODES,
                Map.of(
                        "tiercel.coordinator.interval", "100ms",
                        "tiercel.coordinator.agent.lease", "5s",
                        "tiercel.coordinator.job.lease", "3s",
                        "tiercel.coordinator.files.age", "0s",
                        "tiercel.coordinator.files.check", "200ms"));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** No case leaves anything to the next. */
    @BeforeEach
    void nothingIsLocked() {
        until(() -> locked() == 0);
    }

    private static long locked() {
        return cluster.hdfs.lockedBytes();
    }

    private static void bandwidth(long bytesPerSecond) {
        cluster.hdfs.bandwidth("SSD", bytesPerSecond);
        cluster.hdfs.bandwidth("DISK", bytesPerSecond);
    }

    /** Writes a file that takes a while to come in. */
    private static void writeCold(String path, int blocks) throws IOException {
        cluster.write(path, blocks * BLOCK);
        cluster.hdfs.evictPageCache();
        bandwidth(SLOW);
    }

    /** The job once nothing of it is on its way any more; a coordinator that has restarted may have to be told of it first. */
    private static ProgressReply settled(String job) {
        try (TiercelClient client = cluster.client()) {
            AtomicReference<ProgressReply> last = new AtomicReference<>();
            until(() -> {
                client.follow(job, each -> {}).join().value().ifPresent(last::set);
                return last.get() != null;
            });
            return last.get();
        }
    }

    /** The node on which the job's only block is. */
    private static int nodeOf(String job) {
        List<HostProgress> hosts = settled(job).getHostsList();
        assertThat(hosts).hasSize(1);
        return cluster.hdfs.hosts().indexOf(hosts.get(0).getHost());
    }

    private static void prefetched(String job, String path) {
        CommandRun run = cluster.tiercel("alice", "prefetch", path, "--job", job, "--wait");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    private static void release(String job) {
        assertThat(cluster.tiercel("alice", "release", job).exitCode()).isZero();
        until(() -> locked() == 0);
    }

    @Test
    @Order(1)
    void aCoordinatorThatIsKilledInMidJobIsFollowedByOneThatEndsIt() throws IOException {
        writeCold("/mid", 24);
        try (Daemon application = cluster.application("mid", "/mid")) {
            until(() -> locked() >= 2 * BLOCK);
            assertThat(locked()).as("in mid job").isLessThan(24 * BLOCK);

            cluster.restartCoordinator();

            until(() -> locked() == 24 * BLOCK);
            bandwidth(0);
            ProgressReply last = settled("mid");
            assertThat(last.getBlocks().getResident()).isEqualTo(24);
            assertThat(locked()).as("each block once").isEqualTo(24 * BLOCK);
            assertThat(application).isNotNull();
        }
    }

    @Test
    @Order(2)
    void anApplicationThatIsKilledKeepsNothing() throws IOException {
        writeCold("/orphan", 12);
        try (Daemon application = cluster.application("orphan", "/orphan")) {
            until(() -> locked() >= 2 * BLOCK);
            application.kill();
            until(() -> locked() == 0);
        }
        bandwidth(0);
        assertThat(cluster.tiercel("alice", "status").out()).doesNotContain("orphan");
        assertThat(locked()).isZero();
    }

    @Test
    @Order(3)
    @Tag("slow")
    void whatIsNeverReleasedGoesWithItsLease() throws IOException {
        cluster.write("/leased", 4 * BLOCK);

        CommandRun run = cluster.tiercel("alice", "prefetch", "/leased", "--job", "leased", "--wait", "--until", "4s");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(locked()).isEqualTo(4 * BLOCK);
        until(() -> locked() == 0);
        assertThat(cluster.tiercel("alice", "status").out()).doesNotContain("leased");
    }

    @Test
    @Order(4)
    void aBlockWhoseFileIsRemovedIsUnlockedAndComesInElsewhere() throws IOException {
        byte[] content = new byte[BLOCK];
        Arrays.fill(content, (byte) 7);
        cluster.write("/removed", content);
        prefetched("removed", "/removed");
        int node = nodeOf("removed");
        assertThat(cluster.hdfs.lockedBytes(node)).isEqualTo(BLOCK);

        Files.delete(blockFile("/removed", node));

        until(() -> cluster.hdfs.lockedBytes(node) == 0);
        until(() -> locked() == BLOCK);
        assertThat(nodeOf("removed")).isNotEqualTo(node);
        assertThat(cluster.read("/removed")).isEqualTo(content);
        release("removed");
    }

    private static Path blockFile(String path, int node) throws IOException {
        String name;
        try (HdfsDataInputStream in =
                (HdfsDataInputStream) cluster.hdfs.fileSystem().open(new org.apache.hadoop.fs.Path(path))) {
            name = in.getAllBlocks().get(0).getBlock().getBlockName();
        }
        return LiveFiles.named(name, cluster.hdfs.workDir().resolve("node-" + node))
                .get(0);
    }

    @Test
    @Order(5)
    void whatWasPinnedOfAFileThatIsRewrittenIsGivenBack() throws IOException {
        cluster.write("/rewritten", 3 * BLOCK);
        prefetched("rewritten", "/rewritten");
        byte[] content = new byte[BLOCK];
        Arrays.fill(content, (byte) 9);

        cluster.write("/rewritten", content);

        until(() -> locked() == 0);
        assertThat(cluster.read("/rewritten")).isEqualTo(content);
        assertThat(cluster.tiercel("alice", "ls", "/rewritten").outLines().get(1))
                .matches("/rewritten +1 MiB .* 0 B +0 B +0 B");
        until(() -> cluster.tiercel("alice", "prefetch", "/rewritten", "--job", "rewritten", "--wait")
                        .exitCode()
                == 0);
        assertThat(locked()).isEqualTo(BLOCK);
        release("rewritten");
    }

    @Test
    @Order(6)
    @Tag("slow")
    void anAgentThatReportsNonsenseHarmsNobodyElse() throws IOException {
        cluster.write("/honest", 6 * BLOCK);
        prefetched("before", "/honest");
        List<String> nodes;
        try (TiercelClient client = cluster.client()) {
            nodes = client.status().join().value().orElseThrow().getAgentsList().stream()
                    .map(agent -> agent.getNode())
                    .toList();
        }
        try (NonsenseAgent liar = new NonsenseAgent(cluster.port())) {
            liar.lies("a-node-of-nobody");
            nodes.forEach(liar::lies);
            cluster.write("/meanwhile", 6 * BLOCK);
            prefetched("meanwhile", "/meanwhile");
            liar.lies(nodes.get(0));
        }
        until(() -> locked() == 12 * BLOCK);
        ProgressReply before = settled("before");
        assertThat(before.getBlocks().getResident()).isEqualTo(6);
        assertThat(cluster.tiercel("alice", "release", "before").exitCode()).isZero();
        release("meanwhile");
        until(() -> cluster.agents() == NODES);
    }

    @Test
    @Order(7)
    @Tag("slow")
    void aCoordinatorThatAnswersAfterTenSecondsCostsNobodyMore() throws Exception {
        cluster.write("/late", 6 * BLOCK);
        try (Daemon application = cluster.application("late", "/late")) {
            until(() -> locked() == 6 * BLOCK);
            cluster.coordinator().signal("STOP");
            long stopped = System.nanoTime();

            CommandRun status = cluster.tiercel("alice", "status");
            assertThat(status.exitCode()).isEqualTo(1);
            assertThat(status.errLines()).singleElement().satisfies(line -> assertThat(line)
                    .contains("did not answer in time"));
            assertThat(System.nanoTime() - stopped)
                    .as("no longer than its deadline")
                    .isLessThan(TEN_SECONDS.toNanos());
            // Agents wait for a lease.
            until(() -> locked() == 0);
            assertThat(cluster.read("/late")).hasSize(6 * BLOCK);
            until(() -> System.nanoTime() - stopped > TEN_SECONDS.toNanos());
            cluster.coordinator().signal("CONT");

            until(() -> locked() == 6 * BLOCK);
            assertThat(settled("late").getBlocks().getResident()).isEqualTo(6);
            assertThat(application).isNotNull();
        }
    }

    /** The last one: the node is gone for good. */
    @Test
    @Order(8)
    @Tag("slow")
    void whatADataNodeWasBringingInWhenItWasKilledComesInElsewhere() throws IOException {
        writeCold("/torn", 12);
        try (Daemon application = cluster.application("torn", "/torn")) {
            until(() -> IntStream.range(0, NODES).anyMatch(node -> cluster.hdfs.lockedBytes(node) > 0));
            int node = IntStream.range(0, NODES)
                    .filter(each -> cluster.hdfs.lockedBytes(each) > 0)
                    .findFirst()
                    .orElseThrow();
            assertThat(locked()).as("in the middle of it").isLessThan(12 * BLOCK);

            cluster.hdfs.killDataNode(node);
            bandwidth(0);

            until(() -> locked() == 12 * BLOCK);
            ProgressReply last = settled("torn");
            assertThat(last.getBlocks().getResident()).isEqualTo(12);
            assertThat(last.getHostsList())
                    .extracting(HostProgress::getHost)
                    .doesNotContain(cluster.hdfs.hosts().get(node));
            assertThat(cluster.read("/torn")).hasSize(12 * BLOCK);
            assertThat(application).isNotNull();
        }
        until(() -> locked() == 0);
    }
}

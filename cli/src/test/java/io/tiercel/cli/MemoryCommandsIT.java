package io.tiercel.cli;

import static io.tiercel.cli.MemoryCluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.KeyProvider;
import org.apache.hadoop.crypto.key.KeyProviderFactory;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.CreateEncryptionZoneFlag;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The commands, a coordinator that is a process of its own, and agents in real DataNodes; the kernel says what is locked. */
class MemoryCommandsIT {
    private static final int BLOCK = 1 << 20;
    private static final int BUDGET = 24 << 20;
    private static final String KEY = "zone-key";
    private static MemoryCluster cluster;
    private static DistributedFileSystem hdfs;

    @BeforeAll
    static void start() throws Exception {
        URI keys = URI.create("jceks://file" + Files.createTempDirectory("keys").resolve("keys.jceks"));
        createKey(keys);
        cluster = MemoryCluster.start(
                TieredCluster.builder()
                        .blockSize(BLOCK)
                        .hdfsKey("hadoop.security.key.provider.path", keys.toString())
                        .hdfsKey("tiercel.agent.memory.budget", Integer.toString(BUDGET)),
                3,
                Map.of(
                        "tiercel.coordinator.interval", "100ms",
                        "tiercel.coordinator.files.age", "0s",
                        "tiercel.coordinator.files.check", "200ms"));
        hdfs = cluster.hdfs.fileSystem();
    }

    private static void createKey(URI keys) throws IOException {
        KeyProvider provider = KeyProviderFactory.get(keys, new Configuration());
        KeyProvider.Options options = KeyProvider.options(new Configuration());
        provider.createKey(KEY, new byte[options.getBitLength() / 8], options);
        provider.flush();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static CommandRun tiercel(String user, String... arguments) {
        return cluster.tiercel(user, arguments);
    }

    /** One line that says why, exit code 1, and nothing of it in memory or listed as a job. */
    private static void assertRefused(String path, String why) {
        CommandRun run = tiercel("alice", "prefetch", path, "--wait", "--job", "refused");
        assertThat(run.exitCode()).as(path).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.errLines()).singleElement().satisfies(line -> assertThat(line)
                .startsWith("not brought in: " + path + ": ")
                .contains(why));
        assertThat(tiercel("alice", "status").out()).doesNotContain("refused");
        assertThat(tiercel("alice", "release", "refused").exitCode()).isEqualTo(1);
    }

    @Test
    void aDirectoryComesInAndIsShownAndGivenBack() throws IOException {
        cluster.write("/warm/a", 3 * BLOCK);
        cluster.write("/warm/b", BLOCK / 2);
        cluster.write("/warm/_SUCCESS", 0);

        CommandRun prefetch = tiercel("alice", "prefetch", "/warm", "--job", "morning", "--wait");
        assertThat(prefetch.err()).isEmpty();
        assertThat(prefetch.exitCode()).as(prefetch.out()).isZero();
        assertThat(prefetch.out())
                .contains("morning: 4 blocks, 3.50 MiB")
                .contains("3.50 MiB of 3.50 MiB in memory")
                .contains("100% of its part");
        assertThat(cluster.hdfs.lockedBytes()).isEqualTo(3 * BLOCK + BLOCK / 2);

        CommandRun status = tiercel("alice", "status");
        assertThat(status.exitCode()).as(status.out()).isZero();
        assertThat(status.out())
                .contains("morning")
                .contains("alice")
                .contains("SSD")
                .contains("24 MiB")
                .containsPattern("(?m)^agents: \\d+$")
                .containsPattern("(?m)^counters: .*migrated_blocks \\d+");
        CommandRun ls = tiercel("alice", "ls", "/warm");
        assertThat(ls.outLines()).hasSize(3);
        assertThat(ls.outLines().get(1)).matches("/warm/a +3 MiB +6 MiB +3 MiB +3 MiB +0 B +0 B");
        CommandRun again = tiercel("alice", "prefetch", "/warm", "--job", "morning");
        assertThat(again.out()).contains("4 of them in memory already");

        assertThat(tiercel("bob", "release", "morning").errLines())
                .containsExactly("job morning refers to nothing of it");
        CommandRun release = tiercel("alice", "release", "morning", "/warm/a");
        assertThat(release.out()).contains("morning: 3 blocks given back, 3 MiB");
        until(() -> cluster.hdfs.lockedBytes() == BLOCK / 2);
        assertThat(tiercel("alice", "prefetch", "--stop", "--job", "morning", "/warm")
                        .out())
                .contains("1 block given back");
        until(() -> cluster.hdfs.lockedBytes() == 0);
    }

    /** Without a Spark: HDFS is asked by the Hadoop client of this process. */
    @Test
    void theDoctorSeesHdfsTheCoordinatorAndItsAgents() throws IOException {
        cluster.write("/seen/file", BLOCK);
        String coordinator = "127.0.0.1:" + cluster.port();

        CommandRun run = CommandRun.in(
                Map.of("HADOOP_CONF_DIR", cluster.hdfs.hadoopConfDir().toString()),
                "doctor",
                "--coordinator",
                coordinator,
                "--hdfs",
                cluster.hdfs.hdfsUri() + "/seen");

        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(run.out())
                .contains("ok         3 live DataNodes of version 3.5.")
                .contains("1 blocks below /seen: 1 with copies on several tiers; tiers SSD, HDD")
                .contains("ok         coordinator " + coordinator + " is active")
                .contains("ok         3 of 3 agents answer")
                .contains("ok         each of 3 live DataNodes has an agent")
                .contains("ok         agents may lock their memory")
                .contains("ok         memory of all agents: 72 MiB")
                .contains("ok         simple authentication; the coordinator is reached on this machine alone");
    }

    @Test
    void inputIsHeldWhileAHintedCommandRunsAndGivenBackAfterwards() throws IOException {
        cluster.write("/hinted", 2 * BLOCK);
        java.nio.file.Path goOn = Files.createTempDirectory("hint").resolve("go-on");

        CompletableFuture<CommandRun> hint = CompletableFuture.supplyAsync(() -> tiercel(
                "alice",
                "hint",
                "--job",
                "hinted",
                "--input",
                "/hinted",
                "--input",
                "/missing",
                "--",
                "sh",
                "-c",
                "while [ ! -e " + goOn + " ]; do sleep 0.05; done; exit 3"));
        try {
            until(() -> cluster.hdfs.lockedBytes() == 2 * BLOCK);
            assertThat(tiercel("alice", "status").out()).contains("hinted");
        } finally {
            Files.createFile(goOn);
        }
        CommandRun run = hint.join();
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.errLines()).startsWith("hinted: 2 blocks hinted").anyMatch(line -> line.contains("/missing"));
        until(() -> cluster.hdfs.lockedBytes() == 0);
    }

    @Test
    void whatCannotComeInIsSaidWithTheReason() throws IOException {
        cluster.write("/secret", BLOCK);
        hdfs.setPermission(new Path("/secret"), new FsPermission("600"));
        cluster.write("/empty", 0);
        hdfs.mkdirs(new Path("/nothing"));
        hdfs.mkdirs(new Path("/coded"));
        hdfs.enableErasureCodingPolicy("XOR-2-1-1024k");
        hdfs.setErasureCodingPolicy(new Path("/coded"), "XOR-2-1-1024k");
        cluster.write("/coded/file", BLOCK);
        hdfs.mkdirs(new Path("/zone"));
        new HdfsAdmin(URI.create(cluster.hdfs.hdfsUri()), hdfs.getConf())
                .createEncryptionZone(new Path("/zone"), KEY, EnumSet.noneOf(CreateEncryptionZoneFlag.class));
        cluster.write("/zone/file", BLOCK);

        assertRefused("/secret", "Permission denied: user=alice");
        assertRefused("/absent", "there is no such file or directory");
        assertRefused("/empty", "empty");
        assertRefused("/nothing", "no data");
        assertRefused("/coded/file", "erasure-coded");
        assertRefused("/zone/file", "encrypted");
        assertThat(cluster.hdfs.lockedBytes()).isZero();
        CommandRun ls = tiercel("alice", "ls", "/absent");
        assertThat(ls.exitCode()).isEqualTo(1);
        assertThat(ls.err()).contains("/absent: there is no such file or directory");
    }

    @Test
    void whatIsBesideItComesInAndIsNotCalledAll() throws IOException {
        cluster.write("/some", BLOCK);

        CommandRun part = tiercel("alice", "prefetch", "/absent", "/some", "--wait", "--job", "part");

        assertThat(part.exitCode()).isEqualTo(1);
        assertThat(part.out()).contains("1 block, 1 MiB");
        assertThat(part.errLines()).containsExactly("not brought in: /absent: there is no such file or directory");
        assertThat(cluster.hdfs.lockedBytes()).isEqualTo(BLOCK);
        tiercel("alice", "prefetch", "--stop", "/absent", "/some", "--job", "part");
        until(() -> cluster.hdfs.lockedBytes() == 0);
    }

    @Test
    void whatIsLargerThanAllMemoryComesInAsFarAsThereIsRoom() throws IOException {
        int blocks = 3 * BUDGET / BLOCK;
        cluster.write("/large", (blocks + 3) * BLOCK);

        CommandRun large = tiercel("alice", "prefetch", "/large", "--job", "large", "--wait");

        assertThat(large.exitCode()).isEqualTo(1);
        assertThat(large.errLines())
                .containsExactly("not brought in: 3 blocks: no room in the memory of the nodes with a replica;"
                        + " comes in when jobs give some back");
        assertThat(cluster.hdfs.lockedBytes()).isEqualTo(3L * BUDGET);
        tiercel("alice", "release", "large");
        until(() -> cluster.hdfs.lockedBytes() == 0);
    }

    @Test
    void whatAJobToComeWillReadIsThereInTimeOrSaidNotToBe() throws IOException {
        cluster.write("/tonight", 3 * BLOCK);

        CommandRun plan = tiercel("alice", "plan", "--job", "tonight", "--in", "2h", "/tonight");

        assertThat(plan.err()).isEmpty();
        assertThat(plan.exitCode()).as(plan.out()).isZero();
        assertThat(plan.out())
                .startsWith("tonight: 3 blocks, 3 MiB, needed at ")
                .contains("(in 2h): 0 in memory already, 3 expected by ")
                .contains("kept for 3h");
        until(() -> cluster.hdfs.lockedBytes() == 3 * BLOCK);
        CommandRun again = tiercel("alice", "plan", "--job", "tonight", "--in", "1h", "--keep", "5m", "/tonight");
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.out()).contains("3 in memory already; kept for 1h5m");

        cluster.write("/tomorrow", (3 * BUDGET / BLOCK + 1) * BLOCK);
        CommandRun large = tiercel("alice", "plan", "--job", "tomorrow", "--in", "1d", "/tomorrow", "/absent");
        assertThat(large.exitCode()).isEqualTo(1);
        assertThat(large.errLines()).hasSize(2);
        assertThat(large.errLines().get(0)).isEqualTo("not brought in: /absent: there is no such file or directory");
        assertThat(large.errLines().get(1)).matches("not in time: [0-9]+ blocks, .* MiB: no room in the memory .*");
        tiercel("alice", "release", "tomorrow");
        tiercel("alice", "release", "tonight");
        until(() -> cluster.hdfs.lockedBytes() == 0);
    }

    @Test
    void aRewrittenFilesBlocksAreDropped() throws IOException {
        cluster.write("/rewritten", BLOCK);
        assertThat(tiercel("alice", "prefetch", "/rewritten", "--job", "rewritten", "--wait")
                        .exitCode())
                .isZero();
        cluster.write("/rewritten", BLOCK);

        until(() -> tiercel("alice", "prefetch", "/rewritten", "--job", "rewritten", "--wait")
                        .exitCode()
                == 0);
        assertThat(tiercel("alice", "ls", "/rewritten").outLines().get(1))
                .matches("/rewritten +1 MiB +2 MiB +1 MiB +1 MiB +0 B +0 B");
        tiercel("alice", "release", "rewritten");
        until(() -> cluster.hdfs.lockedBytes() == 0);
    }

    @Test
    void aRestartedCoordinatorKnowsWhatAgentsHold() throws IOException {
        cluster.write("/kept", 2 * BLOCK);
        assertThat(tiercel("alice", "prefetch", "/kept", "--job", "kept", "--wait")
                        .exitCode())
                .isZero();

        cluster.coordinator().close();
        assertThat(tiercel("alice", "status").errLines()).singleElement().satisfies(line -> assertThat(line)
                .contains("cannot be reached"));
        cluster.restartCoordinator();
        CommandRun again = tiercel("alice", "prefetch", "/kept", "--job", "kept");

        assertThat(again.out()).contains("2 of them in memory already");
        tiercel("alice", "release", "kept");
        until(() -> cluster.hdfs.lockedBytes() == 0);
    }

    @Test
    void aPortThatIsTakenIsOneLine() {
        CommandRun run = CommandRun.of(
                "coordinator",
                "--conf",
                cluster.hdfs.hadoopConfDir().toString(),
                "-D",
                "tiercel.coordinator.address=127.0.0.1:" + cluster.port(),
                "-D",
                "tiercel.coordinator.http-address=127.0.0.1:0");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.errLines()).singleElement().satisfies(line -> assertThat(line)
                .startsWith("tiercel coordinator: cannot listen on 127.0.0.1:" + cluster.port() + ": "));
    }
}

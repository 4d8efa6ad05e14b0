package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.cli.memory.Agents;
import io.tiercel.testkit.TieredCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The commands and a coordinator that is a process of its own, on a real HDFS; only what pins is played. */
class MemoryCommandsIT {
    private static final int BLOCK = 1 << 20;
    private static TieredCluster cluster;
    private static DistributedFileSystem hdfs;
    private static int port;
    private static Process coordinator;
    private static Agents agents;

    @BeforeAll
    static void start() throws Exception {
        cluster = TieredCluster.builder()
                .nodes(3)
                .blockSize(BLOCK)
                .ssdBytesPerSecond(0)
                .hddBytesPerSecond(0)
                .hdfsKey("dfs.permissions.enabled", "true")
                .withoutSpark()
                .start();
        hdfs = cluster.fileSystem();
        port = freePort();
        coordinator = startCoordinator();
        agents = Agents.onAll(hdfs, port);
    }

    @AfterAll
    static void stop() throws Exception {
        agents.close();
        stopCoordinator();
        cluster.close();
    }

    private static Process startCoordinator() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.tiercel.cli.Main",
                "coordinator",
                "--conf",
                cluster.hadoopConfDir().toString()));
        Map.of(
                        "tiercel.coordinator.address", "127.0.0.1:" + port,
                        "tiercel.coordinator.http-address", "127.0.0.1:0",
                        "tiercel.coordinator.interval", "100ms",
                        "tiercel.coordinator.files.age", "0s",
                        "tiercel.coordinator.files.check", "200ms")
                .forEach((key, value) -> command.addAll(List.of("-D", key + "=" + value)));
        Process process = new ProcessBuilder(command)
                .redirectError(Files.createTempFile("coordinator", ".log").toFile())
                .start();
        BufferedReader out = process.inputReader();
        assertThat(out.readLine()).startsWith("coordinator of " + cluster.hdfsUri() + " listens on 127.0.0.1:" + port);
        return process;
    }

    private static void stopCoordinator() throws InterruptedException {
        coordinator.destroy();
        assertThat(coordinator.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static CommandRun tiercel(String user, String... arguments) {
        return CommandRun.in(Map.of("TIERCEL_COORDINATOR", "127.0.0.1:" + port, "HADOOP_USER_NAME", user), arguments);
    }

    private static void write(String path, int bytes) throws IOException {
        try (FSDataOutputStream out = hdfs.create(new org.apache.hadoop.fs.Path(path))) {
            out.write(new byte[bytes]);
        }
    }

    @Test
    void aDirectoryComesInAndIsShownAndGivenBack() throws IOException {
        write("/warm/a", 3 * BLOCK);
        write("/warm/b", BLOCK / 2);
        write("/warm/_SUCCESS", 0);

        CommandRun prefetch = tiercel("alice", "prefetch", "/warm", "--job", "morning", "--wait");
        assertThat(prefetch.err()).isEmpty();
        assertThat(prefetch.exitCode()).as(prefetch.out()).isZero();
        assertThat(prefetch.out())
                .contains("morning: 4 blocks, 3.50 MiB")
                .contains("3.50 MiB of 3.50 MiB in memory")
                .contains("100% of its part");

        CommandRun status = tiercel("alice", "status");
        assertThat(status.exitCode()).as(status.out()).isZero();
        assertThat(status.out())
                .contains("morning")
                .contains("alice")
                .contains("SSD")
                .contains("64.0 MiB");
        CommandRun ls = tiercel("alice", "ls", "--tiers", "/warm");
        assertThat(ls.outLines()).hasSize(3);
        assertThat(ls.outLines().get(1)).matches("/warm/a +3.00 MiB +6.00 MiB +3.00 MiB +3.00 MiB +0 B +0 B");
        CommandRun again = tiercel("alice", "prefetch", "/warm", "--job", "morning");
        assertThat(again.out()).contains("4 of them in memory already");

        assertThat(tiercel("bob", "release", "morning").errLines())
                .containsExactly("tiercel release: job morning is of user alice, not of bob");
        CommandRun release = tiercel("alice", "release", "morning", "/warm/a");
        assertThat(release.out()).contains("morning: 3 blocks given back, 3.00 MiB");
        assertThat(tiercel("alice", "prefetch", "--stop", "--job", "morning", "/warm")
                        .out())
                .contains("1 block given back");
        await().until(() -> agents.pinned() == 0);
    }

    @Test
    void whatCannotComeInIsSaidWithTheReason() throws IOException {
        write("/secret", BLOCK);
        hdfs.setPermission(new org.apache.hadoop.fs.Path("/secret"), new FsPermission("600"));
        write("/some", BLOCK);

        CommandRun refused = tiercel("mallory", "prefetch", "/secret");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.errLines()).singleElement().satisfies(line -> assertThat(line)
                .startsWith("not brought in: /secret: Permission denied: user=mallory"));

        CommandRun absent = tiercel("alice", "prefetch", "/absent", "/some", "--wait");
        assertThat(absent.exitCode()).isEqualTo(1);
        assertThat(absent.out()).contains("1 block, 1.00 MiB");
        assertThat(absent.errLines()).containsExactly("not brought in: /absent: there is no such file or directory");
        tiercel("alice", "prefetch", "--stop", "/absent", "/some");

        write("/large", 65 * BLOCK);
        CommandRun large = tiercel("alice", "prefetch", "/large", "--job", "large");
        assertThat(large.exitCode()).isZero();
        tiercel("alice", "release", "large");
    }

    @Test
    void aRewrittenFilesBlocksAreDropped() throws IOException {
        write("/rewritten", BLOCK);
        assertThat(tiercel("alice", "prefetch", "/rewritten", "--job", "rewritten", "--wait")
                        .exitCode())
                .isZero();
        write("/rewritten", BLOCK);

        await().until(() -> tiercel("alice", "prefetch", "/rewritten", "--job", "rewritten", "--wait")
                        .exitCode()
                == 0);
        assertThat(tiercel("alice", "ls", "--tiers", "/rewritten").outLines().get(1))
                .matches("/rewritten +1.00 MiB +2.00 MiB +1.00 MiB +1.00 MiB +0 B +0 B");
        tiercel("alice", "release", "rewritten");
    }

    @Test
    void aRestartedCoordinatorKnowsWhatAgentsHold() throws Exception {
        write("/kept", 2 * BLOCK);
        assertThat(tiercel("alice", "prefetch", "/kept", "--job", "kept", "--wait")
                        .exitCode())
                .isZero();
        int registered = agents.registrations();
        stopCoordinator();
        assertThat(tiercel("alice", "status").errLines()).singleElement().satisfies(line -> assertThat(line)
                .contains("cannot be reached"));
        coordinator = startCoordinator();

        await().until(() -> agents.registrations() >= registered + 3);
        CommandRun again = tiercel("alice", "prefetch", "/kept", "--job", "kept");

        assertThat(again.out()).contains("2 of them in memory already");
        tiercel("alice", "release", "kept");
        await().until(() -> agents.pinned() == 0);
    }

    @Test
    void aPortThatIsTakenIsOneLine() {
        CommandRun run = CommandRun.of(
                "coordinator",
                "--conf",
                cluster.hadoopConfDir().toString(),
                "-D",
                "tiercel.coordinator.address=127.0.0.1:" + port,
                "-D",
                "tiercel.coordinator.http-address=127.0.0.1:0");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.errLines()).singleElement().satisfies(line -> assertThat(line)
                .startsWith("tiercel coordinator: cannot listen on 127.0.0.1:" + port + ": "));
    }
}

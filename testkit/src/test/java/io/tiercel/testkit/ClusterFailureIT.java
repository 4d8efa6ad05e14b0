package io.tiercel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tiercel.testkit.process.ClassPaths;
import io.tiercel.testkit.process.ClusterException;
import io.tiercel.testkit.process.Daemons;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens when parts of a cluster die, or it does not come up, or whoever started it dies. */
class ClusterFailureIT {
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");
    private static final int LENGTH = 3 << 20;
    private static final int TASKS = 12;

    @Test
    @Tag("slow")
    void dataStaysReadableAndJobsEndWellWhenProcessesAreKilled() throws IOException {
        // An earlier cluster may still have archives of classes made.
        List<ProcessHandle> others = ProcessHandle.current().descendants().toList();
        List<ProcessHandle> all;
        Path workDir;
        try (TieredCluster cluster = TieredCluster.builder()
                .nodes(2)
                .replication(2)
                .blockSize(1 << 20)
                .executorMemory(512)
                .start()) {
            workDir = cluster.workDir();
            try (FSDataOutputStream out = cluster.fileSystemOn(0).create(FILE)) {
                out.write(new byte[LENGTH]);
            }
            RunningSparkApp app = cluster.submit(SparkApp.of(
                            ReadAlone.class.getName(),
                            Path.of("target/test-classes").toAbsolutePath())
                    .arguments(cluster.hdfsUri() + FILE, Integer.toString(TASKS)));
            await(() -> Files.readString(app.log()).contains("Starting task 0.0"));
            assertThat(cluster.killExecutor(1)).isPositive();
            cluster.killDataNode(0);
            all = ProcessHandle.current()
                    .descendants()
                    .filter(process -> !others.contains(process))
                    .toList();
            assertThat(Files.readString(app.await().orThrow().log())).contains("TOTAL " + (long) LENGTH * TASKS);
            try (FSDataInputStream in = cluster.fileSystemOn(0).open(FILE)) {
                assertThat(in.readAllBytes()).hasSize(LENGTH);
            }
            assertThat(cluster.counters().on("127.0.0.2").devices()).isEmpty();
            cluster.killWorker(0);
        }
        assertThat(all).hasSizeGreaterThan(5);
        assertThat(all.stream().filter(ProcessHandle::isAlive).map(ProcessHandle::info))
                .isEmpty();
        assertThat(workDir).doesNotExist();
    }

    @Test
    void nothingIsLeftWhenTheControllingProcessIsKilled() throws IOException {
        Process controller = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dtiercel.home=" + System.getProperty("tiercel.home"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HoldCluster.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = controller.inputReader()) {
            assertThat(output.readLine()).isEqualTo("READY");
            // NameNode, DataNode, Master, Worker, executor, driver
            List<ProcessHandle> children = controller.descendants().toList();
            assertThat(children).hasSize(6).allMatch(ProcessHandle::isAlive);
            controller.destroyForcibly();
            await(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        } finally {
            controller.destroyForcibly();
        }
    }

    @Test
    void aFailedStartSaysWhyInOneLineAndLeavesNothing(@TempDir Path workDir) {
        long before = ProcessHandle.current().descendants().count();
        assertThatExceptionOfType(ClusterException.class)
                .isThrownBy(() -> TieredCluster.builder()
                        .workDir(workDir)
                        .withoutSpark()
                        .daemonOption("-XX:+NoSuchOption")
                        .start())
                .withMessageContaining("Unrecognized VM option 'NoSuchOption'")
                .withMessageContaining(workDir.resolve("logs/name-node.log").toString())
                .withMessageNotContaining("\n");
        assertThat(ProcessHandle.current().descendants().count()).isEqualTo(before);
    }

    @Test
    void aTakenPortIsNamed() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int port = socket.getLocalPort();
            assertThatExceptionOfType(ClusterException.class)
                    .isThrownBy(() -> TieredCluster.builder().nameNodePort(port).start())
                    .withMessage("port " + port
                            + " on 127.0.0.1, wanted for the NameNode, is taken; stop who has it or choose"
                            + " another port");
        }
    }

    @Test
    @Tag("slow")
    void aPortThatIsTakenBeforeTheDaemonHasItIsNoticedAtOnce(@TempDir Path workDir) throws IOException {
        ClusterBuilder hdfs =
                TieredCluster.builder().nodes(1).racks(1).withoutSpark().checked();
        ClusterLayout layout = new ClusterLayout(workDir);
        Daemons daemons = new Daemons();
        try (ServerSocket thief = new ServerSocket()) {
            ClusterLauncher start = new ClusterLauncher(hdfs, layout, daemons, List.of());
            thief.bind(new InetSocketAddress(
                    "127.0.0.1", URI.create(start.hadoop.uri()).getPort()));
            assertThatExceptionOfType(ClusterException.class)
                    .isThrownBy(start::run)
                    .withMessageContaining("the name-node ended")
                    .withMessageContaining("BindException");
            assertThat(daemons.foundPortTaken()).isTrue();
        } finally {
            daemons.close();
        }
    }

    @Test
    @Tag("slow")
    void theMasterStaysOnItsPort() throws IOException {
        ClusterBuilder spec =
                TieredCluster.builder().nodes(1).racks(1).executorMemory(512).checked();
        ClusterLayout layout =
                ClusterLayout.temporaryUnder(ClassPaths.ofThisBuild().clusters());
        Daemons daemons = new Daemons();
        try (ServerSocket thief = new ServerSocket()) {
            ClusterLauncher start = new ClusterLauncher(spec, layout, daemons, List.of());
            thief.bind(new InetSocketAddress(
                    "127.0.0.1", URI.create(start.spark.url()).getPort()));
            assertThatExceptionOfType(ClusterException.class)
                    .isThrownBy(start::run)
                    .withMessageContaining("the master ended")
                    .withMessageContaining("BindException");
            assertThat(daemons.foundPortTaken()).isTrue();
        } finally {
            daemons.close();
            layout.delete();
        }
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(condition);
    }
}

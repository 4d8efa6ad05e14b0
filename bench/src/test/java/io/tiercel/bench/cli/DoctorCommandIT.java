package io.tiercel.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.CommandRun;
import io.tiercel.cli.FakeSpark;
import io.tiercel.testkit.TieredCluster;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks a real HDFS with the Hadoop client of a Spark that is laid out from the build's jars. */
class DoctorCommandIT {
    @TempDir
    private static Path directory;

    private static TieredCluster cluster;
    private static FakeSpark spark;

    @BeforeAll
    static void start() throws IOException {
        cluster = TieredCluster.builder().withoutSpark().start();
        Path list = Path.of(System.getProperty("tiercel.home"), "testkit/target/spark-classpath.txt");
        List<Path> jars = Arrays.stream(Files.readString(list).trim().split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> jar.toString().endsWith(".jar"))
                .toList();
        spark = FakeSpark.in(directory).jars(jars).submit("true");
        FileSystem hdfs = cluster.fileSystem();
        write(hdfs, "/tiered/file");
        hdfs.mkdirs(new org.apache.hadoop.fs.Path("/plain"));
        hdfs.setStoragePolicy(new org.apache.hadoop.fs.Path("/plain"), "HOT");
        write(hdfs, "/plain/file");
    }

    @AfterAll
    static void stop() throws IOException {
        cluster.close();
        spark.deleteJars();
    }

    @Test
    void findsATieredClusterFitToBeServed() {
        CommandRun run = doctor("--hdfs", cluster.hdfsUri() + "/tiered", "--master", "yarn");

        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(run.out())
                .contains("Spark 4.2.0 (Scala 2.13)")
                .contains("reached " + cluster.hdfsUri() + "/tiered")
                .contains("4 live DataNodes of version 3.5.0")
                .contains("tiers SSD, HDD (storage types DISK, SSD)")
                .contains("2 racks: ")
                .contains("the jar for it: ")
                .containsPattern("(?m)^This can be served");
    }

    @Test
    void takesTheHdfsOfTheConfiguration() {
        CommandRun run = doctor();

        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(run.out()).contains("reached " + cluster.hdfsUri());
    }

    @Test
    void saysWhenThereIsOneTierOnly() {
        CommandRun run = doctor("--hdfs", cluster.hdfsUri() + "/plain");

        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.out())
                .containsPattern("(?m)^ERROR .*tiers HDD \\(storage types DISK\\)")
                // HDFS' superuser sees that there are SSD volumes.
                .contains("-> 'hdfs storagepolicies -setStoragePolicy -path /plain -policy ONE_SSD'");
    }

    @Test
    void saysWhenADirectoryIsNotThere() {
        CommandRun run = doctor("--hdfs", cluster.hdfsUri() + "/none");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("/none: expected a directory or file, there is none");
    }

    @Test
    void saysWhenNobodyAnswers() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }

        CommandRun run = doctor("--hdfs", "hdfs://127.0.0.1:" + port);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("ERROR      hdfs://127.0.0.1:" + port + " does not answer: ")
                .contains("-> check the address");
    }

    /** Both take the call and never answer. */
    @Test
    void deadPeersCostSeconds() throws IOException {
        try (ServerSocket silent = new ServerSocket(0)) {
            String address = "127.0.0.1:" + silent.getLocalPort();
            long begun = System.nanoTime();

            CommandRun run = doctor("--hdfs", "hdfs://" + address, "--coordinator", address);

            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMinutes(1));
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out())
                    .contains("Spark 4.2.0 (Scala 2.13)")
                    .contains("ERROR      hdfs://" + address + " does not answer: ")
                    .contains("ERROR      the coordinator at " + address + " did not answer in time");
        }
    }

    @Test
    void saysWhenItIsNoHdfs() {
        CommandRun run = doctor("--hdfs", "file:///tmp");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("file:/// is no HDFS but LocalFileSystem");
    }

    private static CommandRun doctor(String... options) {
        Map<String, String> environment = new HashMap<>(spark.environment());
        environment.put("HADOOP_CONF_DIR", cluster.hadoopConfDir().toString());
        String[] arguments = new String[options.length + 1];
        arguments[0] = "doctor";
        System.arraycopy(options, 0, arguments, 1, options.length);
        return CommandRun.in(environment, arguments);
    }

    private static void write(FileSystem hdfs, String path) throws IOException {
        try (OutputStream out = hdfs.create(new org.apache.hadoop.fs.Path(path))) {
            out.write(new byte[1_000]);
        }
    }
}

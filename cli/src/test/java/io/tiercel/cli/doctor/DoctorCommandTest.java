package io.tiercel.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tiercel.cli.CommandRun;
import io.tiercel.cli.FakeSpark;
import io.tiercel.coordinator.Coordinator;
import io.tiercel.coordinator.CoordinatorSettings;
import io.tiercel.coordinator.StandbyServer;
import io.tiercel.coordinator.identity.CoordinatorSecurity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a whole; HDFS is asked by a process of its own, with the Hadoop client of this one. */
class DoctorCommandTest {
    @TempDir
    private Path directory;

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void withoutAnythingItSaysWhatIsMissingAndWhatToDo() {
        CommandRun run = CommandRun.in(Map.of(), "doctor");

        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.out())
                .containsPattern(
                        "(?m)^unchecked  Spark was not checked: SPARK_HOME is not set\\R {11}-> if you use Spark: ")
                .containsPattern("(?m)^unchecked  security was not checked: HADOOP_CONF_DIR is not set")
                .containsPattern(
                        "(?m)^unchecked  coordinator, agents, memory and scores were not checked: nobody names ")
                .containsPattern("(?m)^ERROR      file:/// is no HDFS but LocalFileSystem");
        assertThat(run.outLines()).last().asString().startsWith("This cannot be served yet: 1 error");
    }

    @Test
    void aSparkHomeThatIsNoneIsAnErrorAndTheRestGoesOn() {
        CommandRun run = CommandRun.in(Map.of("SPARK_HOME", directory.toString()), "doctor");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .containsPattern("(?m)^ERROR      SPARK_HOME: expected the directory of a Spark, got ")
                .contains("file:/// is no HDFS");
    }

    @Test
    void aDeadCoordinatorIsAnErrorAndTheRestGoesOn() throws IOException {
        int port = freePort();

        CommandRun run = CommandRun.in(Map.of(), "doctor", "--coordinator", "127.0.0.1:" + port);

        assertThat(run.out())
                .containsPattern("(?m)^ERROR      the coordinator at 127.0.0.1:" + port
                        + " cannot be reached: Connection refused\\R {11}-> start it: ")
                .contains("file:/// is no HDFS");
    }

    @Test
    void whatIsNoAddressIsAnErrorAndTheRestGoesOn() {
        CommandRun run = CommandRun.in(Map.of("TIERCEL_COORDINATOR", "nowhere"), "doctor");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .containsPattern("(?m)^ERROR      TIERCEL_COORDINATOR: coordinator: expected HOST:PORT, got 'nowhere'")
                .contains("file:/// is no HDFS");
    }

    @Test
    void aBrokenConfigurationIsAnErrorAndTheRestGoesOn() throws IOException {
        Path file = Files.writeString(directory.resolve("hdfs-site.xml"), "<configuration>\n<property>");

        CommandRun run = CommandRun.in(Map.of("HADOOP_CONF_DIR", directory.toString()), "doctor");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .containsPattern("(?m)^ERROR      \\Q" + file + "\\E: cannot be read: line 2: ")
                .contains("-> correct HADOOP_CONF_DIR, or that file")
                .contains("SPARK_HOME is not set");
    }

    @Test
    void anHdfsWithoutItsSchemeIsOneLine() {
        CommandRun run = CommandRun.of("doctor", "--hdfs", "127.0.0.1:8020");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines())
                .containsExactly("tiercel doctor: --hdfs: expected hdfs://HOST:PORT or hdfs://HOST:PORT/DIR, got"
                        + " '127.0.0.1:8020'");
    }

    @Test
    void aWrongSparkIsNamedWithTheRest() throws IOException {
        FakeSpark spark =
                FakeSpark.in(directory).jar("spark-core_2.12-3.4.4.jar").submit("true");

        CommandRun run = CommandRun.in(spark.environment(), "doctor");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("Spark 3.4.4 (Scala 2.12) in ")
                .contains("-> point SPARK_HOME at a Spark 3.5, 4.0, 4.1 or 4.2")
                // Its Hadoop client is to ask, and there is none.
                .contains("HDFS was not asked: the Hadoop client ended with exit code ");
    }

    /** Both over gRPC; the HDFS of the active one does not answer, which is no reason to say less of it. */
    @Test
    void asksEachCoordinatorThatIsNamed() throws Exception {
        Configuration conf = new Configuration();
        conf.set("fs.defaultFS", "hdfs://127.0.0.1:" + freePort());
        Map<String, String> keys = new HashMap<>();
        keys.put("tiercel.coordinator.address", "127.0.0.1:0");
        keys.put("tiercel.coordinator.http-address", "127.0.0.1:0");
        int standbyPort = freePort();
        try (Coordinator coordinator = Coordinator.start(CoordinatorSettings.read(keys), conf, null);
                StandbyServer standby = StandbyServer.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), standbyPort),
                        CoordinatorSecurity.simple())) {
            int port = coordinator.address().getPort();

            CommandRun run = CommandRun.in(
                    Map.of("TIERCEL_COORDINATOR", "127.0.0.1:" + port + ",127.0.0.1:" + standbyPort), "doctor");

            assertThat(run.out())
                    .as("%s", standby)
                    .contains("ok         coordinator 127.0.0.1:" + port + " is active")
                    .contains("ok         coordinator 127.0.0.1:" + standbyPort + " is in standby")
                    .contains("warning    the coordinator has no agents: nothing comes into memory");
        }
    }

    @Test
    void jsonHasAllFindings() throws IOException {
        CommandRun run = CommandRun.in(Map.of(), "doctor", "--json");

        JsonNode report = new ObjectMapper().readTree(run.out());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(report.get("servable").asBoolean()).isFalse();
        assertThat(report.get("findings")).anySatisfy(finding -> {
            assertThat(finding.get("level").asText()).isEqualTo("error");
            assertThat(finding.get("check").asText()).isEqualTo("hdfs");
            assertThat(finding.get("text").asText()).startsWith("file:/// is no HDFS");
            assertThat(finding.get("fix").asText()).startsWith("name your HDFS");
        });
        assertThat(report.get("findings"))
                .anySatisfy(finding -> assertThat(finding.get("level").asText()).isEqualTo("unchecked"));
    }
}

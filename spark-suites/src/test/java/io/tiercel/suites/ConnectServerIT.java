package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tiercel.suites.client.ConnectClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real Spark Connect server with our jar, and a real client of it, in processes of their own. */
final class ConnectServerIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer";

    /** Stages of the client's queries that read files to their end. */
    private static final int STAGES = 3;

    @TempDir
    private Path directory;

    private TieredInput input;

    @BeforeEach
    void writeInput() throws IOException {
        input = TieredInput.in(directory);
    }

    /** In every build. */
    @Test
    void sessionsReadFilesThatArePlaced() throws Exception {
        sessionsReadFilesThatArePlaced("4.2-servers");
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"3.5-servers", "4.0-servers", "4.1-servers"})
    void sessionsReadFilesThatArePlaced(String spark) throws Exception {
        Path home = new SparkVersion(spark).home();
        var settings = input.serverSettings(Target.bundle(home), TieredInput.THIS_HOST_AND_NONE);
        settings.put("spark.master", "local[2]");

        assertThat(serve(home, settings))
                .as("stages on one host, which has half of the files on its SSD, the others on its HDD")
                .allSatisfy(stage -> {
                    assertThat(stage.get("possible")).isEqualTo(stage.get("happened"));
                    assertThat(stage.at("/happened/SSD").asInt()).isEqualTo(ReadingInput.FILES / 2);
                    assertThat(stage.at("/happened/HDD").asInt()).isEqualTo(ReadingInput.FILES / 2);
                });
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"3.5-servers", "4.2-servers"})
    void sessionsReadFromTheFastestTierOnAClusterOfTwoHosts(String spark) throws Exception {
        var hosts = List.of("127.0.0.2", "127.0.0.3");
        Path home = new SparkVersion(spark).home();
        var settings = input.serverSettings(Target.bundle(home), hosts);
        settings.put("spark.executor.memory", "512m");
        settings.put("spark.scheduler.minRegisteredResourcesRatio", "1.0");
        // Before 3.5.6, tasks of a session do not see jars of the server (SPARK-51537): they need the file system, and
        // not ours.
        settings.put("spark.executor.extraClassPath", input.application().toString());

        try (var cluster = StandaloneCluster.start(home, directory, hosts)) {
            settings.put("spark.master", cluster.master());
            assertThat(serve(home, settings))
                    .as("stages whose files all have a copy on an SSD, and one on an HDD")
                    .allSatisfy(stage -> {
                        assertThat(stage.at("/possible/SSD").asInt()).isEqualTo(ReadingInput.FILES);
                        assertThat(stage.at("/happened/SSD").asInt()
                                        + stage.at("/happened/HDD").asInt())
                                .as("tasks on a host of their input")
                                .isEqualTo(ReadingInput.FILES);
                    });
        }
    }

    /** Runs a server and its client, and returns the summaries of stages that were not interrupted. */
    private List<JsonNode> serve(Path home, Map<String, String> settings) throws Exception {
        // Functions of a client with Scala 2.13 do not run in a server with Scala 2.12, whatever Tiercel does.
        boolean usesFunctions = !SparkHome.isOfScala212(home);
        int stages = usesFunctions ? STAGES + 1 : STAGES;
        settings.put("spark.connect.grpc.binding.port", "0");
        try (var server = SparkServer.start(home, directory, SERVER, settings, List.of())) {
            String port = server.awaitLine("Spark Connect server started at: .*:(\\d+)");

            assertAnswers(answers(port, usesFunctions), usesFunctions);

            await("summaries of all stages").atMost(LIMIT).untilAsserted(() -> assertThat(
                            StageRecords.summaries(input.records()))
                    .hasSize(stages));
            assertThat(server.page("/tiercel/").split("/tiercel/stage/[?]id=", -1))
                    .hasSize(stages + 1);
            assertThat(server.page("/connect/")).contains("Spark Connect");
            server.stop();
            assertThat(server.log().lines())
                    .as("its summaries of stages, which Spark Connect names over several lines")
                    .filteredOn(line -> line.matches(".* Tiercel: stage .*Spark Connect.* under tiercel: .*"))
                    .hasSize(stages);
        }
        return complete(StageRecords.summaries(input.records()));
    }

    private Map<String, String> answers(String port, boolean usesFunctions) {
        var client = new ServerClient(directory, ConnectClient.class);
        return client.answers(
                "512m",
                Target.classPathOfConnectClient(),
                Map.of("SPARK_REMOTE", "sc://127.0.0.1:" + port),
                List.of(
                        input.uri(),
                        client.jar().toString(),
                        directory.resolve("mark").toString(),
                        usesFunctions ? "functions" : "plain"));
    }

    private static void assertAnswers(Map<String, String> answers, boolean usesFunctions) {
        assertThat(answers)
                .containsEntry("plugin", "absent")
                .containsEntry("text", ReadingInput.SUM)
                .containsEntry("csv", ReadingInput.SUM)
                .containsEntry("csv-after", ReadingInput.SUM);
        if (usesFunctions) {
            assertThat(answers).containsEntry("interrupted", "a query").containsEntry("its-result", "none");
        }
    }

    /** All are of the application's policy, whatever a session sets. */
    private static List<JsonNode> complete(List<JsonNode> summaries) {
        assertThat(summaries).extracting(stage -> stage.get("policy").asText()).containsOnly("tiercel");
        var complete = summaries.stream()
                .filter(stage -> stage.get("launched").asInt() == ReadingInput.FILES)
                .toList();
        assertThat(complete).hasSize(STAGES);
        return complete;
    }
}

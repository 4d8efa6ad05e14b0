package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tiercel.suites.client.JdbcClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A real Spark Thrift server with our jar and fair pools, and a real JDBC client of it, in processes of their own. */
final class ThriftServerIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String SERVER = "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2";
    private static final String POOLS =
            """
            <allocations>
              <pool name="batch"><schedulingMode>FIFO</schedulingMode><weight>1</weight></pool>
              <pool name="interactive"><schedulingMode>FIFO</schedulingMode><weight>1</weight><minShare>1</minShare></pool>
            </allocations>
            """;

    /** Stages of the client's queries that read files: of the text three, of the Parquet two. */
    private static final int STAGES = 5;

    @TempDir
    private Path directory;

    private TieredInput input;

    @BeforeEach
    void writeInput() throws IOException {
        input = TieredInput.in(directory);
    }

    @Test
    @Tag("slow")
    void connectionsReadTablesWhoseFilesArePlaced() throws Exception {
        connectionsReadTablesWhoseFilesArePlaced(new SparkVersion("3.5-servers").home());
    }

    /** For an unpacked distribution of Spark, whose Thrift server Maven Central may lack. */
    @Test
    @EnabledIfSystemProperty(named = "tiercel.spark.distribution", matches = ".+")
    void connectionsReadTablesWhoseFilesArePlacedOnTheGivenDistribution() throws Exception {
        connectionsReadTablesWhoseFilesArePlaced(Path.of(System.getProperty("tiercel.spark.distribution")));
    }

    private void connectionsReadTablesWhoseFilesArePlaced(Path home) throws Exception {
        var settings = input.serverSettings(Target.bundle(home), TieredInput.THIS_HOST_AND_NONE);
        settings.put("spark.master", "local[2]");
        settings.put("spark.scheduler.mode", "FAIR");
        settings.put(
                "spark.scheduler.allocation.file",
                Files.writeString(directory.resolve("pools.xml"), POOLS).toString());
        settings.put("spark.hadoop.javax.jdo.option.ConnectionURL", "jdbc:derby:memory:metastore;create=true");
        settings.put("spark.sql.warehouse.dir", directory.resolve("warehouse").toString());
        var arguments = List.of("--hiveconf", "hive.server2.thrift.port=0");

        try (var server = SparkServer.start(home, directory, SERVER, settings, arguments)) {
            String port = server.awaitLine("Starting ThriftBinaryCLIService on port (\\d+)");
            server.awaitLine("(HiveThriftServer2 started)");

            assertThat(answers(home, port))
                    .containsEntry("text", ReadingInput.SUM)
                    .containsEntry("parquet", ReadingInput.SUM)
                    .containsEntry("interactive", ReadingInput.SUM)
                    .containsEntry("batch", String.valueOf(2 * ReadingInput.FILES));

            await("summaries of all stages").atMost(LIMIT).untilAsserted(() -> assertThat(
                            StageRecords.summaries(input.records()))
                    .hasSize(STAGES));
            assertPages(server);
            server.stop();
        }
        assertPlaced(StageRecords.summaries(input.records()));
        assertFair(StageRecords.decisions(input.records()));
    }

    private Map<String, String> answers(Path home, String port) {
        // As beeline: with the distribution's jars, among them the driver. Ours are not there.
        return new ServerClient(directory, JdbcClient.class)
                .answers(
                        "256m",
                        SparkHome.classPath(home),
                        Map.of(),
                        List.of(
                                "jdbc:hive2://127.0.0.1:" + port + "/default",
                                input.uri() + "/text",
                                "tiered://" + directory.resolve("output")));
    }

    private static void assertPages(SparkServer server) throws Exception {
        assertThat(server.page("/tiercel/").split("/tiercel/stage/[?]id=", -1)).hasSize(STAGES + 1);
        assertThat(server.page("/sqlserver/")).contains("JDBC/ODBC", "anna", "ben", "/tiercel/");
        assertThat(server.page("/stages/")).contains("batch", "interactive");
    }

    /** One host, which has each file on its SSD or on its HDD. A session's own keys change nothing. */
    private static void assertPlaced(List<JsonNode> summaries) {
        assertThat(summaries).hasSize(STAGES).allSatisfy(stage -> {
            assertThat(stage.get("policy").asText()).isEqualTo("tiercel");
            assertThat(stage.get("possible")).isEqualTo(stage.get("happened"));
            assertThat(stage.at("/happened/SSD").asInt()
                            + stage.at("/happened/HDD").asInt())
                    .isEqualTo(ReadingInput.FILES);
        });
    }

    /** The stage in the other pool got its slots before the long one had started all its tasks, though it came later. */
    private static void assertFair(List<JsonNode> decisions) {
        List<Integer> started = decisions.stream()
                .filter(line -> line.path("record").asText().equals("starts"))
                .filter(line -> !line.path("starts").isEmpty())
                .map(line -> line.get("stage").asInt())
                .toList();
        int interactive = started.stream().mapToInt(Integer::intValue).max().orElseThrow();
        int batch = started.stream()
                .mapToInt(Integer::intValue)
                .filter(stage -> stage < interactive)
                .max()
                .orElseThrow();
        assertThat(started.lastIndexOf(batch))
                .as("starts by stage: %s", started)
                .isGreaterThan(started.lastIndexOf(interactive));
    }
}

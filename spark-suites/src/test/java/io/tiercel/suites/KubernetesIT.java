package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tiercel.suites.app.ReadingApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Spark's own back end for Kubernetes with the jars that ship, against a fake API server whose pods are processes: a driver in client
 * mode, and executors that Spark names by their pods' addresses. The input is on the nodes, which HDFS names by their addresses or
 * by their names.
 */
final class KubernetesIT {
    /** node-1 by its address, node-2 by its long name. */
    private static final List<String> DATA_NODES = List.of("127.0.1.1", "Node-2.example.org");

    private static final String WARNING = "Tiercel: tasks are not placed by node";

    @TempDir
    private Path directory;

    private TieredInput input;

    @BeforeEach
    void writeInput() throws IOException {
        input = TieredInput.in(directory);
    }

    @Test
    void tasksGoToTheNodesOfTheirInput() throws IOException {
        tasksGoToTheNodesOfTheirInput("4.2");
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"3.5-2.12", "4.1"})
    void tasksGoToTheNodesOfTheirInputOnOlderSparks(String spark) throws IOException {
        tasksGoToTheNodesOfTheirInput(spark);
    }

    private void tasksGoToTheNodesOfTheirInput(String spark) throws IOException {
        var run = run(spark, "", true, Map.of());

        assertLocal(run);
        assertThat(run.output())
                .containsPattern(
                        "Tiercel: executors say on which nodes their pods are; the first: 127.0.[12].11 is on node-[12]")
                .doesNotContain(WARNING);
        assertThat(placesWithSlots())
                .as("names of nodes for people")
                .isNotEmpty()
                .allSatisfy(name -> assertThat(name).matches("node-1|127\\.0\\.1\\.1|node-2|node-2\\.example\\.org"));
    }

    /** Nobody asks the API server. */
    @Test
    @Tag("slow")
    void noRightToListPodsIsNeeded() throws IOException {
        assertLocal(run("4.2", "", false, Map.of()));
    }

    /** As a policy of the cluster may do it. */
    @Test
    void anApplicationWhoseExecutorsDoNotLearnTheirNodesRunsAsSparkWouldRunIt() throws IOException {
        var run = run("4.2", "TIERCEL_", true, Map.of());

        assertPlacedAsBySpark(run);
        assertThat(run.output().lines().filter(line -> line.contains(WARNING)))
                .singleElement()
                .asString()
                .contains("TIERCEL_NODE_NAME");
    }

    @Test
    @Tag("slow")
    void podsAreSparksOwnIfASettingWantsThat() throws IOException {
        var run = run("4.2", "", true, Map.of("spark.tiercel.kubernetes.nodes", "false"));

        assertPlacedAsBySpark(run);
        assertThat(run.output()).doesNotContain(WARNING);
    }

    private void assertPlacedAsBySpark(ApplicationRun.Answers run) throws IOException {
        ReadingInput.assertAnswered(run, new SparkVersion("4.2").exact(), 0);
        assertThat(StageRecords.summaries(records()))
                .hasSize(ReadingApplication.STAGES)
                .allSatisfy(stage -> assertThat(stage.at("/happened/RACK"))
                        .as("tasks elsewhere")
                        .isEqualTo(stage.get("tasks")));
    }

    /** The template that we ship has executors use their nodes' network. */
    @Test
    @Tag("slow")
    void executorsInTheNetworkOfTheirNodesAreLocalAsBefore() throws IOException {
        Path template = Path.of(System.getProperty("tiercel.kubernetes"), "executor.yaml");

        assertLocal(run("4.2", "", true, Map.of("spark.kubernetes.executor.podTemplateFile", template.toString())));
    }

    private ApplicationRun.Answers run(String spark, String dropped, boolean allowsList, Map<String, String> more)
            throws IOException {
        var version = new SparkVersion(spark);
        Files.createDirectory(records());
        var settings = TieredInput.settings(version, DATA_NODES);
        settings.putAll(Map.of(
                "spark.tiercel.policy", "trident",
                "spark.tiercel.record.dir", records().toString(),
                "spark.executor.instances", "2",
                "spark.executor.memory", "512m",
                "spark.scheduler.minRegisteredResourcesRatio", "1.0"));
        settings.putAll(more);
        try (var cluster =
                FakeKubernetes.start(directory, new FakeNodes(version.home(), directory, dropped), allowsList)) {
            var all = new HashMap<>(settings);
            all.putAll(cluster.settings());
            return input.application(version).on(cluster.master(), all);
        }
    }

    private Path records() {
        return directory.resolve("records");
    }

    /** The names of places that had free slots in any round. */
    private Set<String> placesWithSlots() throws IOException {
        var names = new TreeSet<String>();
        for (JsonNode round : StageRecords.decisions(records())) {
            for (int place = 0; place < round.get("slots").size(); place++) {
                if (round.get("slots").get(place).asInt() > 0) {
                    names.add(round.get("names").get(place).asText());
                }
            }
        }
        return names;
    }

    private void assertLocal(ApplicationRun.Answers run) throws IOException {
        assertThat(run.answers()).containsEntry("text", ReadingInput.SUM);
        String executors = run.output()
                .lines()
                .filter(line -> line.matches("(?i).*(executor|pod).*"))
                .collect(Collectors.joining("\n"));
        assertThat(StageRecords.summaries(records()))
                .as(executors)
                .hasSize(ReadingApplication.STAGES)
                .allSatisfy(stage -> {
                    var tasks = stage.get("tasks");
                    assertThat(stage.at("/possible/SSD"))
                            .as("tasks whose tiers are known")
                            .isEqualTo(tasks);
                    assertThat(stage.at("/happened/SSD").asInt()
                                    + stage.at("/happened/HDD").asInt())
                            .as("tasks on a node of their input")
                            .isEqualTo(tasks.asInt());
                });
    }
}

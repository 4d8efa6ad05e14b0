package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.StageSummaries;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.testkit.RunningSparkApp.Outcome;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spark's semantics on real executors with the policy in force. The applications check results and behaviour themselves and
 * fail if either is wrong; here it is checked that every stage which reads files was decided by the policy.
 */
final class SemanticsIT {
    private static final String APPS = "org.apache.spark.scheduler.semantics.";
    private static final int NODES = 3;
    private static final int SLOTS = 2;
    private static final int FILES = 6;
    private static final int BLOCKS_PER_FILE = 2;
    private static final int TASKS = FILES * BLOCKS_PER_FILE;
    private static final int BLOCK = 1 << 20;
    private static final int LINE = 64;

    private static TieredCluster cluster;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() throws IOException {
        cluster = TieredCluster.builder()
                .nodes(NODES)
                .slotsPerNode(SLOTS)
                .replication(2)
                .blockSize(BLOCK)
                .ssdBytesPerSecond(0)
                .hddBytesPerSecond(0)
                .executorMemory(512)
                .start();
        byte[] line = ("x".repeat(LINE - 1) + "\n").getBytes(StandardCharsets.US_ASCII);
        for (int file = 0; file < FILES; file++) {
            FileSystem fs = cluster.fileSystemOn(file % NODES);
            try (OutputStream out = fs.create(new org.apache.hadoop.fs.Path("/lines/" + file))) {
                for (int i = 0; i < BLOCKS_PER_FILE * BLOCK / LINE; i++) {
                    out.write(line);
                }
            }
        }
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** Each policy has one of the applications in every build. */
    @Test
    void barriersPoolsExclusionsCopiesProfilesOfTasksAndStreams() throws IOException {
        standingExecutors("tiercel");
    }

    @Test
    @Tag("slow")
    void barriersPoolsExclusionsCopiesProfilesOfTasksAndStreamsUnderTrident() throws IOException {
        standingExecutors("trident");
    }

    private void standingExecutors(String policy) throws IOException {
        Map<String, StageSummary> stages = run(
                policy,
                "StandingExecutors",
                NODES,
                Map.of(
                        "spark.scheduler.mode", "FAIR",
                        "spark.excludeOnFailure.enabled", "true",
                        // One bad stage is enough of it.
                        "spark.excludeOnFailure.application.maxFailedTasksPerExecutor", "100",
                        "spark.speculation", "true",
                        "spark.speculation.quantile", "0.5",
                        "spark.speculation.minTaskRuntime", "2s"));

        assertThat(stages)
                .containsOnlyKeys(
                        "barrier",
                        "fair one",
                        "fair two",
                        "exclusion",
                        "speculation",
                        "task profile",
                        "streaming 0",
                        "streaming 1",
                        "streaming 2");
        assertThat(stages.get("exclusion").reads().launched())
                .as("attempts, those that failed among them")
                .isGreaterThan(TASKS);
        assertThat(stages.get("speculation").reads().launched())
                .as("attempts, copies among them")
                .isGreaterThan(TASKS);
    }

    @Test
    void executorsThatComeAndGo() throws IOException {
        passingExecutors("trident");
    }

    @Test
    @Tag("slow")
    void executorsThatComeAndGoUnderTiercel() throws IOException {
        passingExecutors("tiercel");
    }

    private void passingExecutors(String policy) throws IOException {
        int executors = 2;
        Map<String, StageSummary> stages = run(
                policy,
                "PassingExecutors",
                executors,
                Map.of(
                        "spark.dynamicAllocation.enabled", "true",
                        "spark.dynamicAllocation.maxExecutors", Integer.toString(executors),
                        "spark.dynamicAllocation.executorIdleTimeout", "1s",
                        "spark.dynamicAllocation.shuffleTracking.enabled", "true",
                        "spark.dynamicAllocation.shuffleTracking.timeout", "2s",
                        "spark.scheduler.minRegisteredResourcesRatio", "0",
                        "spark.decommission.enabled", "true",
                        // A slot that a FIFO job keeps free for a moment would go to the next job.
                        "spark.tiercel.hold", "false"));

        assertThat(stages)
                .containsOnlyKeys(
                        "arriving", "fifo one", "fifo two", "shuffled", "decommissioning", "executor profile");
    }

    /** Runs an application; returns its stages that read files, by name, all of them known to be the policy's. */
    private Map<String, StageSummary> run(String policy, String main, int executors, Map<String, String> conf)
            throws IOException {
        Path records = Files.createDirectory(directory.resolve("records"));
        Outcome outcome = cluster.run(SparkApp.of(APPS + main, ClassPath.own())
                .conf("spark.plugins", TiercelPlugin.class.getName())
                .conf("spark.tiercel.record.dir", records.toString())
                .conf("spark.tiercel.policy", policy)
                .conf(conf)
                .arguments(
                        cluster.hdfsUri() + "/lines",
                        Integer.toString(FILES),
                        Integer.toString(BLOCKS_PER_FILE * BLOCK / LINE),
                        directory.toString(),
                        Integer.toString(executors),
                        Integer.toString(SLOTS)));
        String log = Files.readString(outcome.log());
        assertThat(outcome.exitCode()).as("%s", log).isZero();
        assertThat(log).doesNotContain("Spark's own scheduler");

        List<String> decisions = lines(records, "decisions-");
        Map<String, StageSummary> stages = new TreeMap<>();
        for (String line : lines(records, "stages-")) {
            StageSummary stage = parsed(line);
            assertThat(stages.put(stage.name(), stage)).as("two of %s", stage).isNull();
            assertThat(stage.policy()).isEqualTo(policy);
            assertThat(stage.reads().launched()).as("%s", stage).isGreaterThanOrEqualTo(stage.tasks());
            assertThat(stage.reads().possible()).as("%s", stage).containsEntry(ReadPlace.UNKNOWN, 0);
            assertThat(decisions.stream()
                            .filter(text -> text.contains("\"stage\":" + stage.stage() + ","))
                            .filter(text -> text.contains("\"policy\":\"" + policy + "\"")
                                    || text.contains("\"record\":\"starts\"")))
                    .as("decisions of %s", stage)
                    .isNotEmpty();
        }
        return stages;
    }

    private static List<String> lines(Path records, String start) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(records)) {
            for (Path file : files.filter(file -> file.getFileName().toString().startsWith(start))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    private static StageSummary parsed(String line) {
        try {
            return StageSummaries.parse(line);
        } catch (MalformedRecordException e) {
            throw new AssertionError(line, e);
        }
    }
}

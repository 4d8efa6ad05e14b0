package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.protocol.Eviction;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.testkit.RunningApp;
import io.tiercel.testkit.RunningApp.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that plan at submission what to bring into memory. The jars that ship, on real processes. */
final class PrefetchIT {
    private static final int SLOTS = MemoryWorld.NODES * MemoryWorld.SLOTS;

    private static MemoryWorld world;

    @TempDir
    private Path records;

    @BeforeAll
    static void start() throws IOException {
        world = MemoryWorld.start();
        await().atMost(Duration.ofSeconds(60)).until(() -> world.agents() == MemoryWorld.NODES);
        // Agents that have measured their devices, as on a cluster that was used before.
        world.write("/before", 4 * MemoryWorld.NODES);
        world.bringIn("before", "/before", Eviction.EVICT_ON_RELEASE);
        world.release("before");
        assertThat(world.status().orElseThrow().getIntervalMillis()).isEqualTo(200);
    }

    @AfterAll
    static void stop() {
        if (world != null) {
            world.close();
        }
    }

    @Test
    void aColdJobOfSeveralWavesFindsAGoodPartOfItsInputInMemory() throws IOException {
        int blocks = 8 * SLOTS;
        List<String> said = run("/waves", blocks);

        StageSummary stage = MemoryWorld.lastStage(records);
        assertThat(stage.reads().happened().get(ReadPlace.MEMORY))
                .as("%s, %s", stage, said)
                .isGreaterThanOrEqualTo(blocks / 5);
        assertThat(said).anyMatch(line -> line.contains(" of " + blocks + " blocks prefetched: job "));
        assertThat(said).anyMatch(line -> line.contains(" were in memory when their tasks started, "));
        List<String> plans = lines("prefetch-");
        assertThat(plans).hasSize(2);
        assertThat(plans.get(0)).contains("\"record\":\"prefetch\"");
        assertThat(plans.get(1)).contains("\"record\":\"prefetched\"");
        try (Stream<Path> models = Files.list(records.resolve("models"))) {
            assertThat(models).as("the kind of the one stage with input").hasSize(1);
        }
    }

    @Test
    void aJobWhoseTasksAllStartAtOnceBringsNothingInAndSaysWhy() throws IOException {
        List<String> said = run("/wave", SLOTS);

        assertThat(said)
                .anyMatch(line -> line.contains("nothing of " + SLOTS + " blocks prefetched: job ")
                        && line.contains("left: " + SLOTS + " (prefetching does not shorten the job)"));
        assertThat(lines("prefetch-").get(0)).doesNotContain("TAKEN");
    }

    @Test
    void theSecondTableOfAJoinComesInWhileTheFirstIsRead() throws IOException {
        int blocks = 4 * SLOTS;
        world.write("/one", blocks);
        world.write("/other", blocks);
        Map<String, String> conf = new HashMap<>(settings());
        conf.put("spark.sql.files.maxPartitionBytes", Integer.toString(MemoryWorld.BLOCK));
        conf.put("spark.sql.files.openCostInBytes", "0");
        conf.put("spark.sql.shuffle.partitions", "2");
        try (Conductor conductor = new Conductor();
                RunningApp app = world.submit(world.join(conductor, "/one", "/other", records, conf))) {
            conductor.ready();
            conductor.go();
            assertThat(conductor.awaitLine("result ", 1)).isEqualTo("1");
            await("memory is given back while the application still runs")
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> world.locked() == 0);
            conductor.go();
            List<String> said = said(app.await());

            assertThat(said)
                    .anyMatch(line -> line.matches(
                            ".*Tiercel: query \\d+: [1-9]\\d* of " + 2 * blocks + " blocks prefetched: job .*"));
            assertThat(said)
                    .anyMatch(line -> line.matches(
                            ".*Tiercel: query \\d+: of \\d+ blocks prefetched [1-9]\\d* were in memory .*"));
        }
    }

    /** Runs a job over a cold file of so many blocks, and checks that it counts right and leaves nothing behind. */
    private List<String> run(String file, int blocks) throws IOException {
        long lines = world.write(file, blocks);
        try (Conductor conductor = new Conductor();
                RunningApp app = world.submit(world.application(conductor, file, records, settings()))) {
            assertThat(conductor.ready()).isEqualTo(blocks);
            conductor.go();
            assertThat(MemoryWorld.counted(conductor, blocks).lines()).isEqualTo(lines);
            await("memory is given back while the application still runs")
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> world.locked() == 0);
            conductor.go();
            return said(app.await());
        }
    }

    /** What the plugin says in an application that has ended well. */
    private static List<String> said(Outcome outcome) throws IOException {
        assertThat(outcome.exitCode()).isZero();
        List<String> said = MemoryWorld.ours(outcome);
        said.forEach(System.out::println);
        assertThat(said).noneMatch(line -> line.contains("ERROR"));
        assertThat(world.status().orElseThrow().getJobsCount()).isZero();
        return said;
    }

    private Map<String, String> settings() {
        return Map.of(
                "spark.tiercel.coordinator",
                world.coordinator(),
                "spark.tiercel.prefetch",
                "cost",
                // So that an SSD, of score 8, is as fast as it is: plans compare it with memory, of score 1.
                "spark.tiercel.score.unit",
                Long.toString(8 * MemoryWorld.BYTES_PER_SECOND),
                "spark.tiercel.prefetch.models",
                records.resolve("models").toString());
    }

    private List<String> lines(String prefix) throws IOException {
        try (Stream<Path> files = Files.list(records)) {
            return Files.readAllLines(
                    files.filter(file -> file.getFileName().toString().startsWith(prefix))
                            .findFirst()
                            .orElseThrow());
        }
    }
}

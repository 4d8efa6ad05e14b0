package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.protocol.DeviceState;
import io.tiercel.protocol.Eviction;
import io.tiercel.record.StageSummary;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.RunningSparkApp.Outcome;
import io.tiercel.testkit.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs that plan at submission what to bring into memory. The jars that ship, on real processes. Tasks compute for a while, since
 * agents read only while no task reads from their device; how long they do is learnt from a first job of the same kind.
 */
@Order(2)
final class PrefetchIT {
    private static final int SLOTS = MemoryWorld.NODES * MemoryWorld.SLOTS;

    /** Scores. All devices are equally fast: by the SSD's score HDDs seem slower than they are, by the HDD's SSDs faster. */
    private static final int SSD = 8;

    private static final int HDD = 20;

    /** Three times what a task reads for with a disk for itself: disks are idle for a good part of the time. */
    private static final long COMPUTES = 750;

    /** A block, in bytes, that is read in 31 ms, and for how many milliseconds its task computes: sixty times as long. */
    private static final int SHORT = 256 << 10;

    private static final long LONG = 2_000;

    private static final int ATTEMPTS = 3;

    @RegisterExtension
    static final SharedCluster<MemoryWorld> CLUSTER = MemoryWorld.shared();

    private static MemoryWorld world;

    @TempDir
    private Path directory;

    @BeforeAll
    static void takeCluster() {
        world = CLUSTER.get();
        world.awaitIdle();
    }

    /** A measured speed replaces the coordinator's guess of a disk (100 MB/s), also after a long idle time. */
    @Test
    void devicesAreKnownToBeAsFastAsTheyAre() {
        List<DeviceState> disks = world.status().orElseThrow().getAgentsList().stream()
                .flatMap(agent -> agent.getDevicesList().stream())
                .filter(device -> device.getMigratedBlocks() > 0)
                .toList();
        assertThat(disks).isNotEmpty();
        assertThat(disks).allSatisfy(disk -> {
            assertThat(disk.getFullBytesPerSecond() / MemoryWorld.BYTES_PER_SECOND)
                    .isBetween(0.5, 1.3);
            assertThat(disk.getBytesPerSecond() / MemoryWorld.BYTES_PER_SECOND).isBetween(0.2, 1.5);
        });
    }

    @Test
    void aColdJobOfSeveralWavesFindsAGoodPartOfItsInputInMemory() throws IOException {
        run("/waves-before", 2 * SLOTS, MemoryWorld.NODES, SSD);
        int blocks = 8 * SLOTS;
        String file = "/waves";
        List<String> said = run(file, blocks, MemoryWorld.NODES, SSD);
        // On a busy machine disks may look slow, or tasks seem to compute for long. Then prefetching does not pay.
        for (int attempt = 2; attempt <= ATTEMPTS && taken(file) < SLOTS; attempt++) {
            world.measureDevices();
            file = "/waves-" + attempt;
            said = run(file, blocks, MemoryWorld.NODES, SSD);
        }

        StageSummary stage = MemoryWorld.lastStage(records(file));
        // The plan decides by the devices' speed how many blocks pay. Most blocks that it takes must come in time.
        long taken = taken(file);
        assertThat(taken).as("%s", said).isGreaterThanOrEqualTo(SLOTS);
        assertThat((long) MemoryWorld.fromMemory(stage))
                .as("%s, %s", stage, said)
                .isGreaterThanOrEqualTo(taken * 3 / 4);
        assertThat(said).anyMatch(line -> line.contains(" of " + blocks + " blocks prefetched: job "));
        assertThat(said).anyMatch(line -> line.contains(" were in memory when their tasks started, "));
        assertThat(said).noneMatch(line -> line.contains("not knowing how long"));
        List<String> plans = MemoryWorld.planLines(records(file));
        assertThat(plans).hasSize(2);
        assertThat(plans.get(0)).contains("\"record\":\"prefetch\"");
        assertThat(plans.get(1)).contains("\"record\":\"prefetched\"");
        try (Stream<Path> models = Files.list(directory.resolve("models"))) {
            assertThat(models).as("the kind of the one stage with input").hasSize(1);
        }
        // The tab reads these, live and in the history server.
        assertThat(events(file, "PrefetchPlanned")).singleElement().asString().contains("\"taken\":true");
        assertThat(events(file, "PrefetchOutcomes"))
                .last()
                .asString()
                .contains("\"over\":true")
                .containsPattern("\"used\":[1-9]")
                .containsPattern("\"arrivedMillis\":[1-9]");
    }

    /** How many blocks the plan at a job's submission brings in. */
    private long taken(String file) throws IOException {
        return MemoryWorld.plans(records(file)).get(0).plan().taken().size();
    }

    /** With one replica of each block. With more, a device that no task reads from may bring a block in beside those that they do. */
    @Test
    @Tag("slow")
    void aJobWhoseTasksAllStartAtOnceBringsNothingInAndSaysWhy() throws IOException {
        List<String> said = run("/wave", SLOTS, 1, HDD);

        assertThat(said).anyMatch(line -> isLeft(line, SLOTS, "prefetching does not shorten the job"));
        assertThat(MemoryWorld.planLines(records("/wave"))).noneMatch(line -> line.contains("\"TAKEN\""));
    }

    /** There would be all the time to bring in what the second wave reads; it would save less than a hundredth. */
    @Test
    @Tag("slow")
    void aJobThatComputesForLongBringsNothingInAndSaysWhy() throws IOException {
        int blocks = 2 * SLOTS;
        long lines = world.write("/computes", blocks, SHORT);
        List<String> said;
        try (Conductor conductor = new Conductor();
                RunningSparkApp app = world.submit(world.computing(
                        conductor, "/computes", LONG, records("/computes"), settings("/computes", HDD)))) {
            assertThat(conductor.ready()).isEqualTo(blocks);
            // The first teaches how long tasks compute.
            for (int job = 0; job < 2; job++) {
                world.cluster().evictPageCache();
                await().atMost(Duration.ofMinutes(1)).until(() -> world.cached("/computes") == 0);
                conductor.go();
                assertThat(MemoryWorld.counted(conductor, blocks).lines()).isEqualTo(lines);
            }
            said = said(conductor, app);
        }
        assertThat(said)
                .filteredOn(line -> line.contains("planned in"))
                .last()
                .matches(line -> isLeft(line, blocks, "prefetching does not shorten the job"))
                .matches(line -> !line.contains("not knowing how long"));
    }

    @Test
    @Tag("slow")
    void aJobWhoseInputIsInMemoryBringsNothingInAndSaysWhy() throws IOException {
        int blocks = 2 * SLOTS;
        long lines = world.write("/pinned", blocks);
        world.bringIn("pins", "/pinned", Eviction.EVICT_ON_RELEASE);
        List<String> said;
        try (Conductor conductor = new Conductor();
                RunningSparkApp app = world.submit(world.computing(
                        conductor, "/pinned", COMPUTES, records("/pinned"), settings("/pinned", HDD)))) {
            assertThat(conductor.ready()).isEqualTo(blocks);
            conductor.go();
            assertThat(MemoryWorld.counted(conductor, blocks).lines()).isEqualTo(lines);
            world.release("pins");
            said = said(conductor, app);
        }
        assertThat(said).anyMatch(line -> isLeft(line, blocks, "in memory already"));
        // All but what a task on another node could not wait for.
        assertThat(MemoryWorld.fromMemory(MemoryWorld.lastStage(records("/pinned"))))
                .isGreaterThanOrEqualTo(blocks - SLOTS / 2);
    }

    private static boolean isLeft(String line, int blocks, String reason) {
        return line.contains("nothing of " + blocks + " blocks prefetched: job ")
                && line.contains("left: " + blocks + " (" + reason + ")");
    }

    /**
     * Runs a job over a cold file of so many blocks and replicas, and checks that it counts right and leaves nothing behind.
     *
     * @param score of the tier whose reads the plan knows the time of
     */
    private List<String> run(String file, int blocks, int replicas, int score) throws IOException {
        long lines = world.write(file, blocks, MemoryWorld.BLOCK, replicas);
        try (Conductor conductor = new Conductor();
                RunningSparkApp app = world.submit(
                        world.computing(conductor, file, COMPUTES, records(file), settings(file, score)))) {
            assertThat(conductor.ready()).isEqualTo(blocks);
            conductor.go();
            assertThat(MemoryWorld.counted(conductor, blocks).lines()).isEqualTo(lines);
            return said(conductor, app);
        }
    }

    /** The plugin's log lines in an application that ends well. */
    private static List<String> said(Conductor conductor, RunningSparkApp app) throws IOException {
        await("memory is given back while the application still runs")
                .atMost(Duration.ofMinutes(1))
                .until(() -> world.locked() == 0);
        conductor.end();
        Outcome outcome = app.await();
        assertThat(outcome.exitCode()).isZero();
        List<String> said = MemoryWorld.ours(outcome);
        said.forEach(System.out::println);
        assertThat(said).noneMatch(line -> line.contains("ERROR"));
        assertThat(world.status().orElseThrow().getJobsCount()).isZero();
        return said;
    }

    private Map<String, String> settings(String name, int score) throws IOException {
        return Map.of(
                "spark.eventLog.enabled",
                "true",
                "spark.eventLog.dir",
                Files.createDirectories(events(name)).toUri().toString(),
                "spark.eventLog.rolling.enabled",
                "false",
                "spark.eventLog.compress",
                "false",
                "spark.tiercel.coordinator",
                world.coordinator(),
                "spark.tiercel.prefetch",
                "cost",
                "spark.tiercel.score.unit",
                Long.toString(score * MemoryWorld.BYTES_PER_SECOND),
                "spark.tiercel.prefetch.models",
                directory.resolve("models").toString());
    }

    private Path records(String name) {
        return directory.resolve("records" + name);
    }

    private Path events(String name) {
        return directory.resolve("events" + name);
    }

    /** Our events of this kind in the application's log. */
    private List<String> events(String name, String kind) throws IOException {
        try (Stream<Path> logs = Files.list(events(name))) {
            return Files.readAllLines(logs.findFirst().orElseThrow()).stream()
                    .filter(line -> line.startsWith("{\"Event\":\"io.tiercel.spark.event." + kind + "\""))
                    .toList();
        }
    }
}

package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.bench.memory.MemoryWorld.Counted;
import io.tiercel.protocol.Eviction;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.RunningSparkApp.Outcome;
import io.tiercel.testkit.SharedCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jobs go where their input is in memory, and what they claim there goes with them. The jars that ship, on real processes. */
@Order(1)
final class MemoryIT {
    private static final int BLOCKS = 12;

    @RegisterExtension
    static final SharedCluster<MemoryWorld> CLUSTER = MemoryWorld.shared();

    private static MemoryWorld world;

    @TempDir
    private Path records;

    @BeforeAll
    static void takeCluster() {
        world = CLUSTER.get();
        world.awaitIdle();
    }

    @Test
    void tasksGoWhereTheirInputWasBroughtInAndEachReadGivesItsMemoryBack() throws IOException {
        long lines = world.write("/implicit", BLOCKS);
        List<String> inMemory = world.bringIn("implicit", "/implicit", Eviction.EVICT_AFTER_READ);
        assertThat(world.locked()).isEqualTo((long) BLOCKS * MemoryWorld.BLOCK);

        try (Conductor conductor = new Conductor();
                RunningSparkApp app =
                        world.submit(world.application(conductor, "/implicit", records, named("implicit")))) {
            assertThat(conductor.ready()).isEqualTo(BLOCKS);
            conductor.go();
            Counted counted = MemoryWorld.counted(conductor, BLOCKS);
            assertThat(counted.lines()).isEqualTo(lines);
            await("memory is given back while the application still runs")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> world.locked() == 0);
            conductor.end();
            Outcome outcome = app.await();

            assertThat(outcome.exitCode()).isZero();
            MemoryWorld.ours(outcome).forEach(System.out::println);
            StageSummary stage = MemoryWorld.lastStage(records);
            assertThat(MemoryWorld.knownInMemoryAtFirst(records))
                    .as("the first wave sees it all")
                    .isEqualTo(BLOCKS);
            assertThat(stage.reads().possible()).as("%s", stage).containsEntry(ReadPlace.MEMORY, BLOCKS);
            int elsewhere = slotsWithoutInput(inMemory);
            assertThat(MemoryWorld.fromMemory(stage))
                    .as("%s, in memory on %s", stage, inMemory)
                    .isGreaterThanOrEqualTo(BLOCKS - elsewhere);
            // By the tasks' own word, which knows nothing of prices. Blind to memory it would be a third.
            assertThat(IntStream.range(0, BLOCKS)
                            .filter(task -> counted.hosts().get(task).equals(inMemory.get(task)))
                            .count())
                    .as("blocks that were read where they are in memory: on %s", inMemory)
                    .isGreaterThanOrEqualTo(BLOCKS - elsewhere);
        }
        assertThat(world.job("implicit")).isEmpty();
    }

    /**
     * Slots of the first two waves on nodes with too few blocks in memory. No task waits before a task's result has been handled:
     * not in the first wave, and not for slots of a node whose first tasks end together.
     */
    private static int slotsWithoutInput(List<String> inMemory) {
        return world.cluster().hosts().stream()
                .mapToInt(host -> Math.max(0, 2 * MemoryWorld.SLOTS - Collections.frequency(inMemory, host)))
                .sum();
    }

    /** The end in order; the next test kills the application. */
    @Test
    @Tag("slow")
    void explicitReferencesStayUntilTheApplicationEnds() throws IOException {
        world.write("/explicit", BLOCKS);
        world.bringIn("explicit", "/explicit", Eviction.EVICT_ON_RELEASE);

        try (Conductor conductor = new Conductor();
                RunningSparkApp app =
                        world.submit(world.application(conductor, "/explicit", records, named("explicit")))) {
            conductor.ready();
            conductor.go();
            MemoryWorld.counted(conductor, BLOCKS);
            assertThat(world.locked()).isEqualTo((long) BLOCKS * MemoryWorld.BLOCK);
            conductor.end();
            assertThat(app.await().exitCode()).isZero();
        }
        assertThat(world.job("explicit")).isEmpty();
        await().atMost(Duration.ofMinutes(1)).until(() -> world.locked() == 0);
    }

    @Test
    void explicitReferencesStayAndAnApplicationThatIsKilledLosesThemWithItsLease() throws IOException {
        long lines = world.write("/killed", BLOCKS);
        world.bringIn("killed", "/killed", Eviction.EVICT_ON_RELEASE);

        try (Conductor conductor = new Conductor();
                RunningSparkApp app = world.submit(world.application(conductor, "/killed", records, named("killed")))) {
            conductor.ready();
            await("the lease of an hour is the application's now")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> world.job("killed").orElseThrow().getLeaseEndsMillis() - System.currentTimeMillis()
                            <= 2_000 * MemoryWorld.LEASE);
            conductor.go();
            assertThat(MemoryWorld.counted(conductor, BLOCKS).lines()).isEqualTo(lines);
            assertThat(world.locked()).isEqualTo((long) BLOCKS * MemoryWorld.BLOCK);
            kill(app);
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> world.locked() == 0);
        assertThat(world.job("killed")).isEmpty();
    }

    @Test
    void theSecondOfTwoJobsGoesWhereTheFirstHasLeftItsInputInThePageCache() throws IOException {
        long lines = world.write("/again", BLOCKS);
        for (String policy : List.of("stock", "quartet")) {
            try (Conductor conductor = new Conductor();
                    RunningSparkApp app = world.submit(world.application(
                            conductor,
                            "/again",
                            records.resolve(policy),
                            Map.of(
                                    "spark.tiercel.coordinator",
                                    world.coordinator(),
                                    "spark.tiercel.locate.budget",
                                    "5s",
                                    "spark.tiercel.policy",
                                    policy)))) {
                conductor.ready();
                if (policy.equals("quartet")) {
                    awaitCached("/again");
                }
                conductor.go();
                assertThat(MemoryWorld.counted(conductor, BLOCKS).lines()).isEqualTo(lines);
                conductor.end();
                Outcome outcome = app.await();
                assertThat(outcome.exitCode()).isZero();
                MemoryWorld.ours(outcome).forEach(System.out::println);
            }
        }
        assertThat(MemoryWorld.knownInMemoryAtFirst(records.resolve("quartet")))
                .as("agents still watch what was read, so that the first wave sees it all")
                .isEqualTo(BLOCKS);
        StageSummary second = MemoryWorld.lastStage(records.resolve("quartet"));
        // Quartet waits for no slot: where stock has left nodes with unequal shares, the last tasks go elsewhere.
        assertThat(MemoryWorld.fromMemory(second)).as("%s", second).isGreaterThanOrEqualTo(BLOCKS - MemoryWorld.NODES);
    }

    /**
     * Waits until the file is in page caches and the coordinator knows. The kernel may take pages back at any time; then the file is read
     * once more. The test fails if the kernel has the file and the coordinator does not learn it.
     */
    private static void awaitCached(String path) {
        long all = (long) BLOCKS * MemoryWorld.BLOCK;
        await("the coordinator knows all of " + path + " to be in page caches")
                .atMost(Duration.ofMinutes(1))
                .until(() -> {
                    if (world.resident(path) < all) {
                        world.read(path);
                    }
                    return world.cached(path) >= all;
                });
    }

    @Test
    @Tag("slow")
    void anAbsentCoordinatorChangesNothingButOneLine() throws IOException {
        long lines = world.write("/absent", BLOCKS);
        try (Conductor conductor = new Conductor();
                RunningSparkApp app = world.submit(world.application(
                        conductor,
                        "/absent",
                        records,
                        Map.of("spark.tiercel.coordinator", "127.0.0.1:" + MemoryWorld.freePort())))) {
            conductor.ready();
            conductor.go();
            assertThat(MemoryWorld.counted(conductor, BLOCKS).lines()).isEqualTo(lines);
            conductor.end();
            Outcome outcome = app.await();

            assertThat(outcome.exitCode()).isZero();
            List<String> ours = MemoryWorld.ours(outcome);
            ours.forEach(System.out::println);
            assertThat(ours.stream().filter(line -> line.contains("WARN") || line.contains("ERROR")))
                    .singleElement()
                    .asString()
                    .contains("cannot be reached")
                    .contains("without regard to what is in memory");
        }
        assertThat(MemoryWorld.lastStage(records).reads().launched()).isEqualTo(BLOCKS);
    }

    private static void kill(RunningSparkApp app) {
        app.close();
    }

    private static Map<String, String> named(String job) {
        return Map.of(
                "spark.tiercel.coordinator",
                world.coordinator(),
                "spark.tiercel.job",
                job,
                // So that the first wave, too, knows what is in memory, however busy this machine is.
                "spark.tiercel.locate.budget",
                "5s");
    }
}

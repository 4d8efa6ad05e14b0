package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.client.JobSession;
import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.JobState;
import io.tiercel.record.ReadPlace;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.SharedCluster;
import io.tiercel.testkit.process.Daemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Spark job whose coordinator, a process of its own, goes away. Half of the job's input is pinned. The other half lies on
 * devices so slow that the job ends only when the test lets it. The kernel counts locked memory.
 */
@Order(5)
@Tag("slow") // In every build MemoryFaultsIT kills a coordinator, and SparkOnYarnIT ends one beside Spark.
final class CoordinatorFaultsIT {
    private static final int HALF = 6;
    private static final long PINNED = (long) HALF * MemoryWorld.BLOCK;

    /** A block takes 16 s. */
    private static final long SLOW = 128 << 10;

    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    @RegisterExtension
    static final SharedCluster<MemoryWorld> CLUSTER = MemoryWorld.sharedWithoutCoordinator();

    private static MemoryWorld world;
    private static Daemon coordinator;

    @TempDir
    private Path records;

    @BeforeAll
    static void startCoordinator() {
        world = CLUSTER.get();
        coordinator = world.startCoordinator();
    }

    @AfterAll
    static void stopCoordinator() {
        if (coordinator != null) {
            coordinator.kill();
            bandwidth(MemoryWorld.BYTES_PER_SECOND);
        }
    }

    @BeforeEach
    void nothingIsLocked() {
        until(() -> world.agents() == MemoryWorld.NODES && world.locked() == 0);
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofMinutes(1)).until(condition);
    }

    /** So fast are the devices from now on. */
    private static void bandwidth(long bytesPerSecond) {
        world.cluster().bandwidth("SSD", bytesPerSecond);
        world.cluster().bandwidth("DISK", bytesPerSecond);
    }

    /** Submits a job over what is pinned and what is not, and returns when it is in the middle of it. */
    private RunningSparkApp midJob(Conductor conductor, String directory) throws IOException {
        RunningSparkApp app = world.submit(world.application(
                conductor,
                directory,
                records,
                Map.of(
                        "spark.tiercel.coordinator",
                        world.coordinator(),
                        "spark.tiercel.job",
                        directory.substring(1),
                        // The longest: first waves, too, are to know what is in memory, however busy this machine is.
                        "spark.tiercel.locate.budget",
                        "10s")));
        assertThat(conductor.ready()).isEqualTo(2 * HALF);
        bandwidth(SLOW);
        conductor.go();
        conductor.awaitLine("ended ", 1);
        return app;
    }

    private static long write(String directory) throws IOException {
        long lines = world.write(directory + "/pinned", HALF) + world.write(directory + "/on-devices", HALF);
        bandwidth(0);
        return lines;
    }

    private static long resident(String job) {
        return world.job(job).map(JobState::getBlocks).stream()
                .mapToLong(blocks -> blocks.getResident())
                .sum();
    }

    private static boolean said(RunningSparkApp app, String words) throws IOException {
        return Files.readString(app.log()).contains(words);
    }

    @Test
    void isKilledInMidJobAndFollowedByOneThatKnowsWhatIsInMemory() throws IOException {
        long lines = write("/killed");
        // Somebody who lives longer than the coordinator, and asks the next one for what he still wants.
        try (JobSession session = world.session("killed");
                Conductor conductor = new Conductor()) {
            session.prefetch(
                            List.of(TiercelClient.path("/killed/pinned")),
                            Eviction.EVICT_ON_RELEASE,
                            OptionalLong.empty())
                    .answer()
                    .join();
            until(() -> world.locked() == PINNED);
            try (RunningSparkApp app = midJob(conductor, "/killed")) {
                coordinator.kill();
                until(() -> said(app, "without regard to what is in memory"));
                coordinator = world.startCoordinator();

                until(() -> world.agents() == MemoryWorld.NODES && resident("killed") == HALF);
                until(() -> said(app, "is there again"));
                // A block that two agents have is dropped by one of them.
                until(() -> world.locked() == PINNED);
                bandwidth(0);
                assertThat(MemoryWorld.counted(conductor, 2 * HALF).lines()).isEqualTo(lines);
                conductor.go();
                assertThat(MemoryWorld.counted(conductor, 2 * HALF).lines()).isEqualTo(lines);
                session.end().join();
                conductor.end();
                assertThat(app.await().exitCode()).isZero();
            }
        }
        assertThat(MemoryWorld.lastStage(records).reads().possible().get(ReadPlace.MEMORY))
                .as("by the word of the second coordinator")
                .isGreaterThanOrEqualTo(HALF);
        until(() -> world.locked() == 0);
        assertThat(world.job("killed")).isEmpty();
    }

    @Test
    void answersAfterTenSecondsAndHoldsNoJobUp() throws IOException {
        long lines = write("/late");
        world.bringIn("late", "/late/pinned", Eviction.EVICT_ON_RELEASE);
        assertThat(world.locked()).isEqualTo(PINNED);
        try (Conductor conductor = new Conductor();
                RunningSparkApp app = midJob(conductor, "/late")) {
            coordinator.signal("STOP");
            long stopped = System.nanoTime();
            bandwidth(0);

            assertThat(MemoryWorld.counted(conductor, 2 * HALF).lines()).isEqualTo(lines);
            conductor.go();
            assertThat(MemoryWorld.counted(conductor, 2 * HALF).lines())
                    .as("a stage submitted while nobody answers")
                    .isEqualTo(lines);
            until(() -> said(app, "without regard to what is in memory"));
            // Agents wait for a lease, and give everything back. It need not come in again: the job has read it.
            until(() -> world.locked() == 0);
            until(() -> System.nanoTime() - stopped > TEN_SECONDS.toNanos());
            coordinator.signal("CONT");

            until(() -> world.agents() == MemoryWorld.NODES && said(app, "is there again"));
            conductor.go();
            assertThat(MemoryWorld.counted(conductor, 2 * HALF).lines()).isEqualTo(lines);
            conductor.end();
            assertThat(app.await().exitCode()).isZero();
        } finally {
            coordinator.signal("CONT");
        }
        until(() -> world.locked() == 0);
        assertThat(world.job("late")).isEmpty();
    }
}

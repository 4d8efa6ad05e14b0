package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.protocol.Eviction;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.RunningSparkApp.Outcome;
import io.tiercel.testkit.SharedCluster;
import io.tiercel.testkit.process.Daemon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs whose prefetching meets a fault run as without prefetching. The coordinator is a process of its own. Most jobs here request
 * all that there is room for.
 */
@Order(6)
@Tag("slow")
final class PrefetchFaultsIT {
    private static final int BLOCKS = 4 * MemoryWorld.NODES * MemoryWorld.SLOTS;

    /** An agent's budget: less than a job reads. */
    private static final long BUDGET = MemoryWorld.LITTLE_MEMORY;

    /** So long a task computes, in milliseconds, and leaves its device to the agent. */
    private static final long COMPUTES = 500;

    @RegisterExtension
    static final SharedCluster<MemoryWorld> CLUSTER = MemoryWorld.sharedWithoutCoordinator();

    private static MemoryWorld world;
    private static Daemon coordinator;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startCoordinator() {
        world = CLUSTER.get();
        coordinator = world.startCoordinator();
    }

    @AfterAll
    static void stopCoordinator() {
        if (coordinator != null) {
            coordinator.kill();
        }
    }

    @BeforeEach
    void nothingIsLocked() {
        until(() -> world.agents() == MemoryWorld.NODES && world.locked() == 0);
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofMinutes(1)).until(condition);
    }

    /** Two applications of half of the slots each want twice of what there is room for. */
    @Test
    void twoApplicationsThatPlanForTheSameMemoryShareIt() throws IOException {
        long lines = world.write("/one", BLOCKS);
        world.write("/other", BLOCKS);
        Map<String, String> half = Map.of("spark.cores.max", Integer.toString(MemoryWorld.NODES));
        try (Conductor first = new Conductor();
                Conductor second = new Conductor();
                RunningSparkApp one = submit(world, first, "/one", half);
                RunningSparkApp other = submit(world, second, "/other", half)) {
            assertThat(first.ready()).isEqualTo(BLOCKS);
            assertThat(second.ready()).isEqualTo(BLOCKS);
            first.go();
            second.go();
            CompletableFuture<Long> both = counted(first).thenCombine(counted(second), Long::sum);
            long[] most = {0};
            until(() -> {
                most[0] = Math.max(most[0], world.locked());
                return both.isDone();
            });
            assertThat(both.join()).isEqualTo(2 * lines);
            assertThat(most[0]).isPositive().isLessThanOrEqualTo(MemoryWorld.NODES * BUDGET);

            // The second application may have found all memory taken. From then on it is free.
            until(() -> world.locked() == 0);
            for (Conductor each : List.of(first, second)) {
                world.cluster().evictPageCache();
                until(() -> world.cached("/one") + world.cached("/other") == 0);
                each.go();
                assertThat(counted(each).join()).isEqualTo(lines);
            }
            for (Conductor each : List.of(first, second)) {
                each.end();
            }
            said(one.await());
            said(other.await());
        }
        for (String name : List.of("/one", "/other")) {
            assertThat(fromMemory(name)).as("of %s", name).isPositive();
        }
        until(() -> world.locked() == 0);
    }

    @Test
    void jobsOfTwoUsersMayHaveOneNameAndDoNotTouchEachOther() throws IOException {
        long lines = world.write("/ours", BLOCKS);
        world.write("/theirs", 1);
        try (var somebody = world.clientOf("somebody")) {
            try {
                world.hint(somebody, "same", "/theirs", Eviction.EVICT_ON_RELEASE);
                until(() -> world.locked() == MemoryWorld.BLOCK);
                // The application gives its own blocks back at its end, and theirs stays.
                count("/ours", Map.of("spark.tiercel.job", "same"), lines, MemoryWorld.BLOCK);
                assertThat(fromMemory("/ours")).isPositive();
            } finally {
                somebody.release("same", List.of()).join();
            }
        }
    }

    @Test
    void aCoordinatorThatIsKilledInMidPlanEndsNoJob() throws IOException {
        long lines = world.write("/killed-in-mid-plan", BLOCKS);
        try (Conductor conductor = new Conductor();
                RunningSparkApp app = submit(world, conductor, "/killed-in-mid-plan", Map.of())) {
            assertThat(conductor.ready()).isEqualTo(BLOCKS);
            conductor.go();
            until(() -> world.locked() > 0);
            coordinator.kill();

            assertThat(counted(conductor).join()).isEqualTo(lines);
            // Agents that hear nothing give everything back.
            until(() -> world.locked() == 0);
            coordinator = world.startCoordinator();
            until(() -> world.agents() == MemoryWorld.NODES);
            until(() -> Files.readString(app.log()).contains("is there again"));
            world.cluster().evictPageCache();
            until(() -> world.cached("/killed-in-mid-plan") == 0);
            conductor.go();
            assertThat(counted(conductor).join()).isEqualTo(lines);
            conductor.end();
            said(app.await());
        }
        assertThat(fromMemory("/killed-in-mid-plan")).as("of the job after it").isPositive();
        until(() -> world.locked() == 0);
    }

    /** Nobody answers at the address. */
    @Test
    void aCoordinatorThatDoesNotServeChangesNothing() throws IOException {
        run("/no-coordinator", Map.of("spark.tiercel.coordinator", "127.0.0.1:" + MemoryWorld.freePort()));
        assertThat(fromMemory("/no-coordinator")).isZero();
    }

    /** Somebody else has all the memory that there is. */
    @Test
    void memoryThatIsFullChangesNothing() throws IOException {
        long all = MemoryWorld.NODES * BUDGET;
        // Before anything is locked: what is, cannot be dropped from the page cache.
        long lines = world.write("/no-room", BLOCKS);
        world.write("/fills", (int) (all / MemoryWorld.BLOCK));
        try {
            world.bringIn("fills", "/fills", Eviction.EVICT_ON_RELEASE);
            assertThat(world.locked()).isEqualTo(all);
            List<String> said = count("/no-room", Map.of(), lines, all);

            assertThat(said)
                    .anyMatch(line -> line.contains("nothing of " + BLOCKS + " blocks prefetched: job ")
                            && line.contains("left: " + BLOCKS + " (no node that has it has room for it)"));
            assertThat(fromMemory("/no-room")).isZero();
        } finally {
            world.release("fills");
        }
    }

    @Test
    void anExecutorThatIsLostInMidPlanEndsNoJob() throws IOException {
        long lines = world.write("/lost", BLOCKS);
        try (Conductor conductor = new Conductor();
                RunningSparkApp app = submit(world, conductor, "/lost", Map.of())) {
            assertThat(conductor.ready()).isEqualTo(BLOCKS);
            conductor.go();
            until(() -> world.locked() > 0);
            assertThat(world.cluster().killExecutor(0)).isEqualTo(1);

            assertThat(counted(conductor).join()).isEqualTo(lines);
            until(() -> world.locked() == 0);
            conductor.end();
            assertThat(app.await().exitCode()).isZero();
        }
        assertThat(fromMemory("/lost")).isPositive();
    }

    /**
     * A node is lost with its DataNode and its agent. The others have no memory for anybody: what is planned for from then on goes
     * as without prefetching.
     */
    @Test
    void aNodeThatGoesInMidPlanEndsNoJobAndAgentsWithoutMemoryAreLeftAlone() throws IOException {
        try (MemoryWorld other = MemoryWorld.start(builder -> {
                    builder.hdfsKey("tiercel.coordinator.agent.lease", "3s");
                    for (int node = 1; node < MemoryWorld.NODES; node++) {
                        builder.dataNodeKey(node, "tiercel.agent.memory.budget", "0");
                    }
                    return builder;
                });
                Conductor conductor = new Conductor()) {
            until(() -> other.agents() == MemoryWorld.NODES);
            long lines = other.write("/gone", BLOCKS);
            try (RunningSparkApp app = submit(other, conductor, "/gone", Map.of())) {
                assertThat(conductor.ready()).isEqualTo(BLOCKS);
                conductor.go();
                until(() -> other.locked() > 0);
                other.cluster().killDataNode(0);

                assertThat(counted(conductor).join()).isEqualTo(lines);
                until(() -> other.agents() == MemoryWorld.NODES - 1 && other.locked() == 0);
                other.cluster().evictPageCache();
                until(() -> other.cached("/gone") == 0);
                conductor.go();
                assertThat(counted(conductor).join()).isEqualTo(lines);
                conductor.end();
                assertThat(said(app.await()))
                        .filteredOn(line -> line.contains("planned in"))
                        .last()
                        .asString()
                        .contains("nothing of " + BLOCKS + " blocks prefetched: job ")
                        .contains("(no node that has it has room for it)");
            }
        }
    }

    @Test
    void filesOfZeroLengthAreNoTrouble() throws IOException {
        world.write("/files/empty", 0);
        world.write("/files/none", 0);
        List<String> said = run("/files", Map.of());
        assertThat(said).anyMatch(line -> line.contains(" of " + BLOCKS + " blocks prefetched: job "));
        assertThat(fromMemory("/files")).isPositive();
    }

    @Test
    void withoutHistoryAJobIsPlannedForAsIfItDidNotCompute() throws IOException {
        assertThat(run("/first", Map.of("spark.tiercel.prefetch", "cost")))
                .anyMatch(line -> line.contains(", not knowing how long its tasks compute"));
    }

    /** Neither a directory that is none, nor files in it that hold something else. */
    @Test
    void modelsThatCannotBeReadAreLearntAnew() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "no directory");
        assertThat(run("/no-directory", Map.of("spark.tiercel.prefetch.models", file.toString())))
                .anyMatch(line -> line.contains("models of computing times are not saved in " + file));

        Path models = directory.resolve("models");
        run("/teaches", Map.of("spark.tiercel.prefetch.models", models.toString()));
        try (Stream<Path> kept = Files.list(models)) {
            Files.writeString(kept.findFirst().orElseThrow(), "{\"kind\":7");
        }
        assertThat(run("/nonsense", Map.of("spark.tiercel.prefetch.models", models.toString())))
                .anyMatch(line -> line.contains(" is ignored, its models are learnt anew: "));
    }

    /** Runs a job over a cold file, below {@code path}, and returns what the plugin said. */
    private List<String> run(String path, Map<String, String> conf) throws IOException {
        return count(path, conf, world.write(path + "/full", BLOCKS), 0);
    }

    /** @param others what is locked for others */
    private List<String> count(String path, Map<String, String> conf, long lines, long others) throws IOException {
        try (Conductor conductor = new Conductor();
                RunningSparkApp app = submit(world, conductor, path, conf)) {
            conductor.ready();
            conductor.go();
            assertThat(counted(conductor).join()).isEqualTo(lines);
            conductor.end();
            List<String> said = said(app.await());
            until(() -> world.locked() == others);
            return said;
        }
    }

    private RunningSparkApp submit(MemoryWorld in, Conductor conductor, String path, Map<String, String> conf) {
        Map<String, String> all =
                new HashMap<>(Map.of("spark.tiercel.coordinator", in.coordinator(), "spark.tiercel.prefetch", "all"));
        all.putAll(conf);
        return in.submit(in.computing(conductor, path, COMPUTES, records(path), all));
    }

    /** The lines that the conductor's next job counts. */
    private static CompletableFuture<Long> counted(Conductor conductor) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return Long.parseLong(conductor.awaitLine("result ", 1));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static List<String> said(Outcome outcome) throws IOException {
        assertThat(outcome.exitCode()).isZero();
        List<String> said = MemoryWorld.ours(outcome);
        said.forEach(System.out::println);
        assertThat(said).noneMatch(line -> line.contains("ERROR"));
        return said;
    }

    private int fromMemory(String name) throws IOException {
        return MemoryWorld.fromMemory(MemoryWorld.lastStage(records(name)));
    }

    private Path records(String name) {
        return directory.resolve("records" + name);
    }
}

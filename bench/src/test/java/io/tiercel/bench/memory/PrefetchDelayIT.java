package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.json.RecordedPlan;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs whose first tasks are held back until their input is in memory. All tasks read one and the same block, of one replica. At
 * once, each would read it from the device, at a share of its speed. So waiting pays: the agent reads it once, and all tasks read
 * it from memory.
 */
@Order(7)
@Tag("slow")
final class PrefetchDelayIT {
    /** One on each slot: one wave. */
    private static final int TASKS = MemoryWorld.NODES * MemoryWorld.SLOTS;

    /** A device reads so many bytes in a second. */
    private static final int BYTES_PER_SECOND = MemoryWorld.BLOCK;

    /** The most that tasks may be held back for, in milliseconds: far more than any plan here asks for. */
    private static final long MOST = 60_000;

    @RegisterExtension
    static final SharedCluster<MemoryWorld> CLUSTER = SharedCluster.of(
            MemoryWorld.class,
            "slow devices",
            () -> MemoryWorld.start(
                    builder -> builder.ssdBytesPerSecond(BYTES_PER_SECOND).hddBytesPerSecond(BYTES_PER_SECOND)));

    private static MemoryWorld world;

    @TempDir
    private Path records;

    @BeforeAll
    static void takeCluster() throws IOException {
        world = CLUSTER.get();
        world.awaitIdle();
        world.measureDevices();
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofMinutes(1)).until(condition);
    }

    @Test
    void firstTasksStartWhenThePlanSaysAndNoLaterThanTheBound() throws IOException {
        long lines = write("/held", 4);
        try (Conductor conductor = new Conductor();
                RunningSparkApp app = submit(conductor, "/held")) {
            assertThat(conductor.ready()).isEqualTo(TASKS);
            conductor.say("count");
            long started = Long.parseLong(conductor.awaitLine("started ", 1));
            conductor.end();
            assertThat(Long.parseLong(conductor.awaitLine("result ", 1))).isEqualTo(lines);
            List<String> said = said(app);

            RecordedPlan plan = onlyPlan();
            assertThat(plan.plan().delay()).as("%s", said).isPositive();
            assertThat(1e-3 * started).isBetween(plan.plan().delay(), 1e-3 * MOST);
            assertThat(plan.plan().taken()).as("%s", said).isNotEmpty();
            assertThat(said).anyMatch(line -> line.contains(" were in memory when their tasks started, "));
        }
    }

    /** The block takes so long that the first tasks would still wait for seconds when the other job comes. */
    @Test
    void firstTasksStartAtOnceWhenAnotherStageWaitsForSlots() throws IOException {
        long lines = write("/let-go", 12);
        try (Conductor conductor = new Conductor();
                RunningSparkApp app = submit(conductor, "/let-go")) {
            assertThat(conductor.ready()).isEqualTo(TASKS);
            conductor.say("count");
            until(() -> Files.readString(app.log()).contains(" blocks prefetched: job "));
            conductor.say("other");
            long started = Long.parseLong(conductor.awaitLine("started ", 1));
            conductor.end();
            assertThat(Long.parseLong(conductor.awaitLine("result ", 1))).isEqualTo(lines);
            List<String> said = said(app);

            assertThat(said)
                    .anyMatch(line -> line.contains("its first tasks wait no more for their input, others wait"));
            assertThat(1e-3 * started)
                    .as("%s", said)
                    .isLessThan(onlyPlan().plan().delay());
        }
    }

    /** Writes a file of one block, which a device reads in so many seconds; returns how many lines the tasks read. */
    private static long write(String path, int seconds) throws IOException {
        return TASKS * world.write(path, 1, seconds * BYTES_PER_SECOND, 1);
    }

    private RunningSparkApp submit(Conductor conductor, String path) {
        return world.submit(world.delayed(
                conductor,
                path,
                TASKS,
                records,
                Map.of(
                        "spark.cores.max",
                        Integer.toString(TASKS),
                        "spark.tiercel.coordinator",
                        world.coordinator(),
                        "spark.tiercel.prefetch",
                        "cost",
                        "spark.tiercel.prefetch.delay",
                        MOST + "ms")));
    }

    private static List<String> said(RunningSparkApp app) throws IOException {
        List<String> said = MemoryWorld.ours(app.await().orThrow());
        said.forEach(System.out::println);
        assertThat(said).noneMatch(line -> line.contains("ERROR"));
        return said;
    }

    private RecordedPlan onlyPlan() throws IOException {
        List<RecordedPlan> plans = MemoryWorld.plans(records);
        assertThat(plans).hasSize(1);
        return plans.get(0);
    }
}

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
 * Jobs whose first tasks are held back until their input is in memory. A task reads several blocks one after the other; agents read
 * them from all devices of the cluster at once, of which there are twice as many as tasks. So waiting pays.
 */
@Order(7)
@Tag("slow")
final class PrefetchDelayIT {
    /** One on each node: one wave. */
    private static final int TASKS = MemoryWorld.NODES;

    /** A block takes a second. */
    private static final long BYTES_PER_SECOND = MemoryWorld.BLOCK;

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
        int blocks = 4 * TASKS;
        long lines = world.write("/held", blocks);
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

    /** The input is so large that the first tasks would still wait for seconds when the other job comes. */
    @Test
    void firstTasksStartAtOnceWhenAnotherStageWaitsForSlots() throws IOException {
        long lines = world.write("/let-go", 12 * TASKS);
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
                        // As if an HDD, of score 20, were half as fast as it is: waiting for memory pays on a busy
                        // machine too.
                        "spark.tiercel.score.unit",
                        Long.toString(20 * BYTES_PER_SECOND / 2),
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

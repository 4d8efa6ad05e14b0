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
        Run run = heldRun("/held", 4, conductor -> {});

        assertThat(1e-3 * run.started()).as("%s", run.said()).isBetween(run.delay(), 1e-3 * MOST);
        assertThat(run.plan().plan().taken()).as("%s", run.said()).isNotEmpty();
        assertThat(run.said()).anyMatch(line -> line.contains(" were in memory when their tasks started, "));
    }

    /** The block takes so long that the first tasks would still wait for seconds when the other job comes. */
    @Test
    void firstTasksStartAtOnceWhenAnotherStageWaitsForSlots() throws IOException {
        Run run = heldRun("/let-go", 12, conductor -> conductor.say("other"));

        assertThat(run.said())
                .anyMatch(line -> line.contains("its first tasks wait no more for their input, others wait"));
        assertThat(1e-3 * run.started()).as("%s", run.said()).isLessThan(run.delay());
    }

    private interface Step {
        void take(Conductor conductor) throws IOException;
    }

    /**
     * An application that has ended.
     *
     * @param started milliseconds from the submission of the stage to its first task
     * @param isHeld whether its first task was still to come when the plan was there
     */
    private record Run(List<String> said, RecordedPlan plan, long started, boolean isHeld) {
        /** Seconds that its first tasks should wait, by the plan. */
        double delay() {
            return plan.plan().delay();
        }
    }

    /**
     * Tasks wait half a second for a plan. On a busy machine it comes later, and all goes on as without. Then it is tried again, twice.
     *
     * @param planned what is done once the plan is there
     */
    private Run heldRun(String path, int seconds, Step planned) throws IOException {
        Run run = run(path + "-1", seconds, planned);
        for (int attempt = 2; attempt <= 3 && !run.isHeld(); attempt++) {
            System.out.println("The plan came after the first task: again");
            run = run(path + "-" + attempt, seconds, planned);
        }
        assertThat(run.isHeld())
                .as("a plan before the first task: %s", run.said())
                .isTrue();
        assertThat(run.delay()).as("%s", run.said()).isPositive();
        return run;
    }

    private Run run(String path, int seconds, Step planned) throws IOException {
        long lines = write(path, seconds);
        Path plans = Files.createDirectory(records.resolve(path.substring(1)));
        try (Conductor conductor = new Conductor();
                RunningSparkApp app = submit(conductor, path, plans)) {
            assertThat(conductor.ready()).isEqualTo(TASKS);
            conductor.say("count");
            until(() -> Files.readString(app.log()).contains(" blocks prefetched: job "));
            long isPlanned = System.currentTimeMillis();
            planned.take(conductor);
            String[] started = conductor.awaitLine("started ", 1).split(" ");
            conductor.end();
            assertThat(Long.parseLong(conductor.awaitLine("result ", 1))).isEqualTo(lines);
            boolean isHeld = Long.parseLong(started[1]) >= isPlanned;
            return new Run(said(app), onlyPlan(plans), Long.parseLong(started[0]), isHeld);
        }
    }

    /** Writes a file of one block, which a device reads in so many seconds; returns how many lines the tasks read. */
    private static long write(String path, int seconds) throws IOException {
        return TASKS * world.write(path, 1, seconds * BYTES_PER_SECOND, 1);
    }

    private RunningSparkApp submit(Conductor conductor, String path, Path plans) {
        return world.submit(world.delayed(
                conductor,
                path,
                TASKS,
                plans,
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

    private static RecordedPlan onlyPlan(Path records) throws IOException {
        List<RecordedPlan> plans = MemoryWorld.plans(records);
        assertThat(plans).hasSize(1);
        return plans.get(0);
    }
}

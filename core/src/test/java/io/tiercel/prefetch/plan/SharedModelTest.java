package io.tiercel.prefetch.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.model.IndexedJob;
import io.tiercel.prefetch.model.RescoringMode;
import io.tiercel.prefetch.model.SharedModel;
import io.tiercel.prefetch.model.Sharing;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Worked by hand: disks of 100 MiB/s, blocks of 100 MiB, memory of 1,000 MiB/s, nothing to wait for before anything. */
class SharedModelTest {
    private static final org.assertj.core.data.Offset<Double> SAME = within(1e-9);
    private static final long BLOCK = 100L << 20;
    private static final double NEVER = InputBlock.NOT_COMING;

    private final double[] ready = new double[8];
    private final double[] starts = new double[8];

    /** One disk on each of two nodes; task t reads block t, which lies on the disks given, and computes for {@code cpu} seconds. */
    private static PrefetchProblem problem(int slots, double cpu, int[]... lies) {
        return new PrefetchProblem(
                List.of(new SourceDevice(0, Tier.HDD, BLOCK, 0), new SourceDevice(1, Tier.HDD, BLOCK, 0)),
                List.of(10 * BLOCK, 10 * BLOCK),
                Collections.nCopies(slots, 0.0),
                Arrays.stream(lies)
                        .map(on -> new InputBlock(
                                BLOCK,
                                List.of(IntStream.of(on).boxed().toArray(Integer[]::new)),
                                InputBlock.NOT_COMING))
                        .toList(),
                IntStream.range(0, lies.length)
                        .mapToObj(t -> new JobTask(List.of(new BlockRead(t, BLOCK)), cpu))
                        .toList(),
                new ReadRates(10.0 * BLOCK, BLOCK),
                new PlanningTimes(0, 0, 0),
                ReadScores.TRIDENT);
    }

    private static int[] on(int... disks) {
        return disks;
    }

    private double seconds(PrefetchProblem problem, Contention contention, int... source) {
        int blocks = problem.blocks().size();
        SharedModel model = new SharedModel(new IndexedJob(problem), contention);
        double[] needed = new double[blocks];
        Arrays.setAll(needed, b -> b);
        model.orderBy(needed);
        double[] readyAt = new double[blocks];
        double[] startsAt = new double[problem.tasks().size()];
        double seconds = model.run(source, 0, readyAt, startsAt);
        System.arraycopy(readyAt, 0, ready, 0, blocks);
        System.arraycopy(startsAt, 0, starts, 0, startsAt.length);
        return seconds;
    }

    /** Two at a time take two seconds together, the third has the disk for itself. */
    @Test
    void tasksThatReadShareTheirDevice() {
        double seconds = seconds(problem(2, 0, on(0), on(0), on(0)), Contention.IDLE, -1, -1, -1);

        assertThat(seconds).isCloseTo(3, SAME);
        assertThat(starts).startsWith(0, 0, 2);
    }

    /** Each has the disk at work half of its time: two do not wait for one another, three take half as long again. */
    @Test
    void tasksThatComputeLeaveTheDeviceToOthersMeanwhile() {
        assertThat(seconds(problem(2, 1, on(0), on(0)), Contention.IDLE, -1, -1))
                .isCloseTo(2, SAME);
        assertThat(seconds(problem(3, 1, on(0), on(0), on(0)), Contention.IDLE, -1, -1, -1))
                .isCloseTo(3, SAME);
    }

    /** A scheduler takes what is on the node with a free slot, so that both disks are read from. */
    @Test
    void tasksSpreadOverTheNodesThatHaveTheirInput() {
        PrefetchProblem problem = problem(2, 0, on(0), on(0), on(0, 1), on(1));

        // T1 and T3 at first, one on each disk; then T2 and T4.
        assertThat(seconds(problem, Contention.IDLE, -1, -1, -1, -1)).isCloseTo(2, SAME);
        assertThat(starts).startsWith(0, 1, 0, 1);
    }

    /** B2 is behind the task that reads B1. In the idle class it never gets there, and is given up; as an equal it is there when T1 ends. */
    @Test
    void migrationsHaveWhatTasksLeave() {
        PrefetchProblem problem = problem(1, 0, on(0), on(0));

        assertThat(seconds(problem, Contention.IDLE, -1, 0)).isCloseTo(2, SAME);
        assertThat(ready[1]).as("given up at 1, and a second away then").isCloseTo(2, SAME);
        assertThat(seconds(problem, Contention.EQUAL, -1, 0)).isCloseTo(2.1, SAME);
        assertThat(ready[1]).isCloseTo(2, SAME);
    }

    @Test
    void migrationsFromDevicesThatNobodyReadsAreNotSlowed() {
        PrefetchProblem problem = problem(1, 0, on(0), on(0, 1));

        assertThat(seconds(problem, Contention.IDLE, -1, 1)).isCloseTo(1.1, SAME);
        assertThat(ready[1]).isCloseTo(1, SAME);
        assertThat(ready[0]).isEqualTo(NEVER);
    }

    /**
     * T1 has the disk for half of each of its two seconds, in 50 pieces a second, after each of which the idle class waits for 8 ms: a tenth
     * of the disk is left, and B2 a fifth read when T1 has ended and T2, which has waited for it in vain, starts. At a third of the disk for tasks
     * 1 - 1/3 - 0.8/3 are left, for three seconds.
     */
    @Test
    void theIdleClassLosesTheBeginningOfEachGap() {
        PrefetchProblem half = problem(1, 1, on(0), on(0));
        seconds(half, Contention.IDLE, -1, 0);
        assertThat(ready[1]).isCloseTo(2 + 1 - 2 * 0.1, SAME);

        PrefetchProblem third = problem(1, 2, on(0), on(0));
        assertThat(seconds(third, Contention.IDLE, -1, 0))
                .as("0.4 of the disk for three seconds: B2 is there")
                .isCloseTo(3 + 2 + 0.1, SAME);
        assertThat(ready[1]).isCloseTo(2.5, SAME);
    }

    /** The same two jobs on flash: half of the device is left, and then two thirds. */
    @Test
    void theIdleClassLosesNothingOnFlash() {
        PrefetchProblem half = onFlash(problem(1, 1, on(0), on(0)));
        seconds(half, Contention.IDLE, -1, 0);
        assertThat(ready[1]).as("half of the device for two seconds").isCloseTo(2, SAME);

        PrefetchProblem third = onFlash(problem(1, 2, on(0), on(0)));
        assertThat(seconds(third, Contention.IDLE, -1, 0)).isCloseTo(3 + 2 + 0.1, SAME);
        assertThat(ready[1])
                .as("two thirds of the device for a second and a half")
                .isCloseTo(1.5, SAME);
    }

    private static PrefetchProblem onFlash(PrefetchProblem problem) {
        return new PrefetchProblem(
                List.of(new SourceDevice(0, Tier.SSD, BLOCK, 0), new SourceDevice(1, Tier.SSD, BLOCK, 0)),
                problem.memoryFree(),
                problem.slotsFreeAt(),
                problem.blocks(),
                problem.tasks(),
                problem.rates(),
                problem.times(),
                ReadScores.TRIDENT);
    }

    @Test
    void whatOthersHaveQueuedGoesFirst() {
        PrefetchProblem idle = problem(1, 0, on(0), on(0, 1));
        PrefetchProblem busy = new PrefetchProblem(
                List.of(idle.devices().get(0), new SourceDevice(1, Tier.HDD, BLOCK, 0.5)),
                idle.memoryFree(),
                idle.slotsFreeAt(),
                idle.blocks(),
                idle.tasks(),
                idle.rates(),
                new PlanningTimes(0, 0, 0.25),
                ReadScores.TRIDENT);

        seconds(busy, Contention.IDLE, -1, 1);
        assertThat(ready[1]).as("given up at 1").isCloseTo(0.25 + 0.5 + 1, SAME);
    }

    @Test
    void contentionNeedsAgentsThatReadOneBlockAtATime() {
        assertThatThrownBy(() -> new PlannerSettings.Models(
                        Sharing.EQUAL_SHARES, RescoringMode.AS_PUBLISHED, Contention.IDLE, ModelLimits.BOUNDED))
                .hasMessage("contention: expected NONE with EQUAL_SHARES and AS_PUBLISHED, got IDLE");
    }

    @Test
    void plansSayWhetherContentionWasModelled() {
        PrefetchProblem problem = problem(1, 0, on(0), on(0, 1));

        assertThat(new CostBasedPlanner(PlannerSettings.DEFAULTS).plan(problem).model())
                .isEqualTo(PlanModel.SHARED_DEVICES);
        PrefetchPlan equal = new CostBasedPlanner(PlannerSettings.of(Contention.EQUAL, 0)).plan(problem);
        assertThat(equal.model()).isEqualTo(PlanModel.EQUAL_READERS);
        assertThat(equal.summary()).endsWith("; modelled with migrations as urgent as tasks");
        PrefetchPlan large = new CostBasedPlanner(
                        PlannerSettings.of(PlannerSettings.Models.of(Contention.IDLE, new ModelLimits(1, 1)), 0, 0.01))
                .plan(problem);
        assertThat(large.model()).isEqualTo(PlanModel.OWN_DEVICES);
        assertThat(large.summary()).endsWith("; modelled with no contention for devices");
    }
}

package io.tiercel.plan.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.data.Percentage.withPercentage;

import io.tiercel.assign.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlannedStageTest {
    private static final double MB = 1e6;
    private static final double LEAST_HOLD = 3;
    private static final Throughput SSD = new Throughput(200 * MB, 400 * MB, 0);
    private static final Throughput HDD = new Throughput(100 * MB, 100 * MB, 0.5);

    /** Each node has an SSD, with an even number, and an HDD. */
    private static ClusterLoad cluster(int... slots) {
        int[] nodeOf = new int[2 * slots.length];
        Throughput[] devices = new Throughput[2 * slots.length];
        for (int device = 0; device < nodeOf.length; device++) {
            nodeOf[device] = device / 2;
            devices[device] = device % 2 == 0 ? SSD : HDD;
        }
        return new ClusterLoad(new ClusterModel(nodeOf, devices, new int[slots.length], 1_000 * MB), slots);
    }

    /** Tasks of 100 MB that compute for a second, each with the devices of its replicas. */
    private static StageInputs reads(int[]... devices) {
        return reads(1, devices);
    }

    private static StageInputs reads(double compute, int[]... devices) {
        StageInputs.Builder reads = new StageInputs.Builder();
        for (int[] of : devices) {
            reads.task(100 * MB, compute);
            for (int device : of) {
                reads.option(device / 2).reads(device, 100 * MB);
            }
        }
        return reads.build();
    }

    private static int[][] copies(int count, int... devices) {
        int[][] all = new int[count][];
        Arrays.fill(all, devices);
        return all;
    }

    private static List<Dispatch.Start> starts(PlannedStage stage, int[] free, double now) {
        Dispatch round = stage.round(free, node -> true, new int[0], now);
        List<Dispatch.Start> starts = new ArrayList<>();
        for (int node = 0; node < free.length; node++) {
            for (Dispatch.Start start = round.start(node, task -> true);
                    start != null;
                    start = round.start(node, task -> true)) {
                starts.add(start);
            }
        }
        return starts;
    }

    /** Two tasks could read from the same SSD or each from a disk of its own; ten could not all be served by SSDs in time. */
    @Test
    void aPlanUsesDisksAsWellWhereSsdsAreCrowded() {
        StageInputs reads = reads(copies(40, 0, 3));
        PlannedStage stage = new PlannedStage(reads, cluster(16, 16), LEAST_HOLD, 0);
        stage.round(new int[] {16, 16}, node -> true, new int[0], 0);

        int onHdd = 0;
        for (int task = 0; task < 40; task++) {
            onHdd += reads.device[reads.firstRead[stage.queues.planned[task]]] == 3 ? 1 : 0;
        }
        // 400 MB/s beside 100 MB/s: a fifth
        assertThat(onHdd).isBetween(6, 10);
        assertThat(stage.plan()).isPresent();
    }

    /** The tab shows plans by device. */
    @Test
    void aPlanSaysWhatIsReadFromEachDeviceAndUntilWhen() {
        PlannedStage stage = new PlannedStage(reads(copies(40, 0, 3)), cluster(16, 16), LEAST_HOLD, 0);
        assertThat(stage.plannedReads()).isEmpty();
        stage.round(new int[] {16, 16}, node -> true, new int[0], 0);

        PlannedReads plan = stage.plannedReads().orElseThrow();
        List<PlannedReads.OfDevice> devices = plan.byDevice();
        assertThat(devices).extracting(PlannedReads.OfDevice::device).containsExactly(0, 3);
        assertThat(devices.stream().mapToInt(PlannedReads.OfDevice::tasks).sum())
                .isEqualTo(40);
        assertThat(devices).allSatisfy(device -> {
            assertThat(device.bytes()).isEqualTo(100 * MB * device.tasks());
            assertThat(device.begin()).as("an average task computes").isEqualTo(1);
            assertThat(device.end()).isBetween(device.begin() + 0.5, plan.plan().seconds());
        });
        assertThat(plan.plan()).isSameAs(stage.plan().orElseThrow());
    }

    @Test
    void aTaskThatHasEndedSaysWhatItHasRead() {
        PlannedStage stage = new PlannedStage(reads(copies(2, 0)), cluster(4, 4), LEAST_HOLD, 0);
        stage.started(0, 0, 0);
        stage.started(1, 1, 0);

        TaskReads local = stage.ended(0, 1, 1, 0, 0.5).orElseThrow();
        assertThat(local.devices()).containsExactly(0);
        assertThat(local.bytes()).containsExactly(50 * MB);
        assertThat(local.fetched()).isZero();
        TaskReads far = stage.ended(1, 1, 1, 0, 0.5).orElseThrow();
        assertThat(far.devices()).isEmpty();
        assertThat(far.fetched()).isEqualTo(50 * MB);
        assertThat(stage.ended(1, 2, 1, 0, 0.5)).isEmpty();
    }

    /** An SSD of each of two nodes, and shared storage. */
    private static ClusterLoad withSharedStorage(double bytesPerSecond, int... slots) {
        Throughput shared = new Throughput(bytesPerSecond, bytesPerSecond, 0, false);
        return new ClusterLoad(
                new ClusterModel(
                        new int[] {0, 1, ClusterModel.NO_NODE},
                        new Throughput[] {SSD, SSD, shared},
                        new int[2],
                        1_000 * MB),
                slots);
    }

    /** Tasks of 100 MB on shared storage, of which some have a copy on the first node's SSD. */
    private static StageInputs shared(int tasks, int cached, double compute) {
        StageInputs.Builder reads = new StageInputs.Builder();
        for (int task = 0; task < tasks; task++) {
            reads.task(100 * MB, compute).readsFar(2, 100 * MB).anywhere();
            if (task < cached) {
                reads.option(0).reads(0, 100 * MB);
            }
        }
        return reads.build();
    }

    @Test
    void tasksWithoutACachedCopyStartAnywhereAtOnce() {
        PlannedStage stage = new PlannedStage(shared(8, 0, 1), withSharedStorage(100 * MB, 4, 4), LEAST_HOLD, 0);
        assertThat(starts(stage, new int[] {4, 4}, 0)).hasSize(8);
    }

    /** A copy on a busy node counts for little where shared storage is fast, and for much where it is slow. */
    @Test
    void sharedStorageIsReadInPlaceOfABusyCopyIfItIsFast() {
        int[] far = new int[2];
        double[] rates = {10 * MB, 10_000 * MB};
        for (int i = 0; i < rates.length; i++) {
            PlannedStage stage = new PlannedStage(shared(12, 12, 1), withSharedStorage(rates[i], 2, 2), LEAST_HOLD, 0);
            stage.round(new int[] {2, 2}, node -> true, new int[0], 0);
            for (int task = 0; task < 12; task++) {
                far[i] += stage.queues.planned[task] == StageInputs.NONE ? 1 : 0;
            }
        }
        assertThat(far[0]).isZero();
        assertThat(far[1]).isGreaterThanOrEqualTo(5);
    }

    @Test
    void aPlanSaysWhatIsReadFromSharedStorage() {
        PlannedStage stage = new PlannedStage(shared(4, 2, 1), withSharedStorage(100 * MB, 2, 2), LEAST_HOLD, 0);
        stage.round(new int[] {2, 2}, node -> true, new int[0], 0);
        assertThat(stage.plannedReads().orElseThrow().byDevice())
                .extracting(PlannedReads.OfDevice::device, PlannedReads.OfDevice::tasks)
                .containsExactly(tuple(0, 2), tuple(2, 2));
        ReadPlan plan = stage.takePlanIfNew().orElseThrow();
        assertThat(plan.nodeOf()).containsExactly(0, ReadPlan.ANY_NODE, 0, ReadPlan.ANY_NODE, -1, -1);
    }

    /** Reads from shared storage tell its speed, on any node. */
    @Test
    void theSpeedOfSharedStorageIsLearned() {
        ClusterLoad load = withSharedStorage(100 * MB, 2, 2);
        PlannedStage stage = new PlannedStage(shared(4, 0, 0), load, LEAST_HOLD, 0);
        starts(stage, new int[] {1, 0}, 0);
        TaskReads read = stage.ended(0, 10, 10, 0, 1).orElseThrow();
        assertThat(read.devices()).containsExactly(2);
        assertThat(read.bytes()).containsExactly(100 * MB);
        assertThat(read.fetched()).isZero();
        assertThat(load.best(2)).as("10 MB/s were seen").isBetween(10 * MB, 20 * MB);
    }

    /** An idle node leaves a task to the node that has its copy, where shared storage takes longer than waiting there. */
    @Test
    void anIdleNodeDoesNotReadAgainWhatABusyNodeHas() {
        PlannedStage slow = new PlannedStage(shared(2, 2, 0.1), withSharedStorage(5 * MB, 1, 1), LEAST_HOLD, 0);
        assertThat(starts(slow, new int[] {1, 1}, 0))
                .extracting(Dispatch.Start::node)
                .containsExactly(0);
        PlannedStage fast = new PlannedStage(shared(2, 2, 1), withSharedStorage(10_000 * MB, 1, 1), LEAST_HOLD, 0);
        assertThat(starts(fast, new int[] {1, 1}, 0))
                .extracting(Dispatch.Start::node)
                .containsExactly(0, 1);
    }

    /** The plan does not know yet where the input goes. It may have been lost since, so this does not last. */
    @Test
    void aTaskWhoseInputGoesSomewhereWaitsForTheNextPlanButNotForLong() {
        PlannedStage stage = new PlannedStage(shared(2, 0, 1), withSharedStorage(100 * MB, 1, 1), LEAST_HOLD, 0);
        stage.settles(task -> task == 0);
        assertThat(starts(stage, new int[] {1, 1}, 0))
                .extracting(Dispatch.Start::task)
                .containsExactly(1);
        assertThat(starts(stage, new int[] {1, 0}, 1)).isEmpty();
        assertThat(starts(stage, new int[] {1, 0}, 2.5))
                .extracting(Dispatch.Start::task)
                .containsExactly(0);
    }

    /** While transfers fill the link, an idle node does not read again what a busy node's cache has. */
    @Test
    void nothingCachedIsReadOverTheLinkWhileTransfersUseIt() {
        StageInputs.Builder reads = new StageInputs.Builder();
        for (int task = 0; task < 4; task++) {
            reads.task(100 * MB, 1).readsFar(2, 100 * MB).option(0).reads(0, 100 * MB);
        }
        for (boolean isTransferring : new boolean[] {true, false}) {
            PlannedStage stage = new PlannedStage(reads.build(), withSharedStorage(10_000 * MB, 1, 1), LEAST_HOLD, 0);
            stage.awaits(task -> task == 3 && isTransferring);
            assertThat(starts(stage, new int[] {1, 0}, 0)).hasSize(1);
            assertThat(starts(stage, new int[] {0, 1}, 0.1)).hasSize(isTransferring ? 0 : 1);
        }
    }

    @Test
    void aSeekingDiskGetsOneReaderAtATime() {
        PlannedStage stage = new PlannedStage(reads(copies(3, 1)), cluster(3), LEAST_HOLD, 0);

        List<Dispatch.Start> first = starts(stage, new int[] {3}, 0);
        assertThat(first).extracting(Dispatch.Start::reason).containsExactly(Reason.PLANNED);

        stage.ended(first.get(0).task(), 2, 1, 1, 1);
        assertThat(starts(stage, new int[] {3}, 2)).hasSize(1);
    }

    @Test
    void aSlotIsHeldNoLongerThanTheStageAllows() {
        PlannedStage stage = new PlannedStage(reads(0, copies(2, 1)), cluster(2), LEAST_HOLD, 0);
        assertThat(starts(stage, new int[] {2}, 0)).hasSize(1);
        Dispatch held = stage.round(new int[] {1}, node -> true, new int[0], 0);
        assertThat(held.start(0, task -> true)).isNull();
        assertThat(held.isHeld(0)).isTrue();
        assertThat(held.nextDeadline())
                .as("when the disk has read the first task's input")
                .isEqualTo(1);
        Dispatch overdue = stage.round(new int[] {1}, node -> true, new int[0], LEAST_HOLD - 0.05);
        assertThat(overdue.start(0, task -> true)).isNull();
        assertThat(overdue.nextDeadline()).isEqualTo(LEAST_HOLD);

        assertThat(starts(stage, new int[] {1}, LEAST_HOLD - 0.01)).isEmpty();
        assertThat(starts(stage, new int[] {1}, LEAST_HOLD))
                .extracting(Dispatch.Start::reason)
                .containsExactly(Reason.HELD_LONG_ENOUGH);
    }

    /** Python tasks, say, wait for something that no metric tells. */
    @Test
    void noSlotIsHeldForADeviceThatTasksFindFarSlowerThanMeasured() {
        PlannedStage stage = new PlannedStage(reads(copies(9, 1)), cluster(3), LEAST_HOLD, 0);
        double now = 0;
        for (int i = 0; i < 3; i++) {
            int task = starts(stage, new int[] {1}, now).get(0).task();
            now += 60;
            stage.ended(task, now, 59, 1, 1);
        }
        assertThat(starts(stage, new int[] {3}, now)).hasSize(3);
    }

    @Test
    void aHoldIsBoundedHoweverLongItsTaskWouldRun() {
        StageInputs.Builder reads = new StageInputs.Builder();
        for (int task = 0; task < 2; task++) {
            reads.task(1e6 * MB, 0).option(0).reads(1, 1e6 * MB);
        }
        PlannedStage stage = new PlannedStage(reads.build(), cluster(2), LEAST_HOLD, 0);
        assertThat(starts(stage, new int[] {2}, 0)).hasSize(1);
        assertThat(starts(stage, new int[] {1}, 0)).isEmpty();
        assertThat(starts(stage, new int[] {1}, 10 * LEAST_HOLD)).hasSize(1);
    }

    @Test
    void aDeviceThatSharesWellServesSeveralThoughItLosesSome() {
        assertThat(new Throughput(400 * MB, 1_400 * MB, 0.3).isBestAlone()).isFalse();
        assertThat(HDD.isBestAlone()).isTrue();
        assertThat(SSD.isBestAlone()).isFalse();
    }

    /** A large program is solved elsewhere. The last plan holds until then. */
    @Test
    void newComputingTimesDoNotForgetThePlan() {
        List<Runnable> solver = new ArrayList<>();
        StageInputs reads = reads(0, copies(4_000, 0));
        PlannedStage stage = new PlannedStage(reads, cluster(2), LEAST_HOLD, solver::add, 0);
        assertThat(starts(stage, new int[] {2}, 0)).as("before the first plan").isEmpty();
        solver.get(0).run();
        List<Dispatch.Start> first = starts(stage, new int[] {2}, 0.1);
        assertThat(first).hasSize(2);

        stage.recomputed(reads.computing(bytes -> 10));
        stage.ended(first.get(0).task(), 10, 1, 9, 1);
        assertThat(starts(stage, new int[] {1}, 10))
                .extracting(Dispatch.Start::reason)
                .containsExactly(Reason.PLANNED);
    }

    @Test
    void noSlotIsHeldIfTheUserWantsNone() {
        PlannedStage stage = new PlannedStage(reads(copies(3, 1)), cluster(3), -1, 0);
        assertThat(starts(stage, new int[] {3}, 0)).hasSize(3);
    }

    @Test
    void tasksWhoseInputIsOnItsWayIntoMemoryStartLast() {
        PlannedStage stage = new PlannedStage(reads(copies(4, 0)), cluster(2), LEAST_HOLD, 0);
        stage.awaits(task -> task < 2);

        assertThat(starts(stage, new int[] {2}, 0))
                .extracting(Dispatch.Start::task)
                .containsExactlyInAnyOrder(2, 3);
        stage.ended(2, 2, 1, 1, 1);
        stage.ended(3, 2, 1, 1, 1);
        assertThat(starts(stage, new int[] {2}, 2))
                .as("a slot is not held for them")
                .extracting(Dispatch.Start::task)
                .containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void aNodeReadsNothingOverTheNetworkIfItsOwnTaskEndsSooner() {
        StageInputs.Builder reads = new StageInputs.Builder();
        for (int task = 0; task < 16; task++) {
            boolean isSmall = task < 8;
            double bytes = isSmall ? 1 * MB : 400 * MB;
            reads.task(bytes, 1).option(isSmall ? 0 : 1).reads(isSmall ? 0 : 3, bytes);
        }
        PlannedStage stage = new PlannedStage(reads.build(), cluster(6, 1), LEAST_HOLD, 0);

        Dispatch round = stage.round(new int[] {6, 0}, node -> true, new int[0], 0);
        List<Reason> reasons = new ArrayList<>();
        for (Dispatch.Start start = round.start(0, task -> true); start != null; start = round.start(0, task -> true)) {
            reasons.add(start.reason());
        }
        assertThat(reasons).containsOnly(Reason.PLANNED).hasSizeLessThan(6);
        assertThat(round.isHeld(0)).isTrue();
    }

    /** Ten tasks have their input in the memory of a node with one slot; all readers are sent there. */
    @Test
    void aKnownSourceIsReadOverTheNetworkRatherThanWaitedFor() {
        StageInputs.Builder reads = new StageInputs.Builder();
        for (int task = 0; task < 10; task++) {
            reads.task(100 * MB, 1).option(0).reads(0, 100 * MB).readsFar(0, 100 * MB);
        }
        PlannedStage stage = new PlannedStage(reads.build(), cluster(1, 9), LEAST_HOLD, 0);
        assertThat(starts(stage, new int[] {1, 9}, 0)).hasSizeGreaterThan(5);
    }

    @Test
    void otherReadersOfADeviceMakeItSlower() {
        PlannedStage stage = new PlannedStage(reads(copies(40, 0, 3)), cluster(16, 16), LEAST_HOLD, 0);
        for (double now = 0; now < 5; now++) {
            stage.round(new int[] {0, 0}, node -> true, new int[] {6, 0, 0, 0}, now);
        }
        assertThat(stage.load.best(0)).isLessThan(150 * MB);
        assertThat(stage.load.best(3)).isEqualTo(100 * MB);
    }

    @Test
    void aDeviceThatIsSlowerThanToldIsBelievedLess() {
        PlannedStage stage = new PlannedStage(reads(copies(8, 1)), cluster(1), LEAST_HOLD, 0);
        double now = 0;
        for (int i = 0; i < 4; i++) {
            int task = starts(stage, new int[] {1}, now).get(0).task();
            now += 5;
            stage.ended(task, now, 4, 1, 1); // 4 s of reading instead of 1
        }
        assertThat(stage.load.one(1)).isBetween(25 * MB, 35 * MB);
    }

    /** It loads classes and compiles code. A plan that took this for slow reads sent other tasks to disks. */
    @Test
    void aTaskThatWarmsUpItsExecutorTellsNothingOfAMeasuredDevice() {
        ClusterLoad load = cluster(1);
        PlannedStage stage = new PlannedStage(reads(copies(3, 1)), load, LEAST_HOLD, 0);
        int task = starts(stage, new int[] {1}, 0).get(0).task();
        stage.warmsUp(task);
        assertThat(stage.isTypical(task, 9.9)).isFalse();
        assertThat(stage.isTypical(task, 10)).isTrue();
        assertThat(stage.expectedComputing(task, 5, 5)).as("beyond 3 s").hasValue(2);
        assertThat(stage.expectedComputing(task, 2, 5)).isEmpty();
        stage.ended(task, 5, 4, 1, 1);
        assertThat(load.one(1)).isEqualTo(100 * MB);
        assertThat(load.computing(stage.reads, 1, 0)).isEqualTo(1);

        int next = starts(stage, new int[] {1}, 5).get(0).task();
        assertThat(stage.isTypical(next, 10)).isTrue();
        stage.ended(next, 10, 4, 1, 1);
        double typical = load.one(1);
        assertThat(typical).isLessThan(50 * MB);

        int tooLong = starts(stage, new int[] {1}, 10).get(0).task();
        stage.warmsUp(tooLong);
        assertThat(stage.isTypical(tooLong, 80)).isTrue();
        stage.ended(tooLong, 80, 69, 1, 1);
        assertThat(load.one(1)).as("nothing warms up for so long").isLessThan(typical / 2);
    }

    @Test
    void aTaskThatWarmsUpItsExecutorCorrectsAGuessAtADisk() {
        assertThat(afterAWarmUp(0)).isLessThan(40 * MB);
        assertThat(afterAWarmUp(ClusterModel.NO_FAMILY)).as("memory").isEqualTo(400 * MB);
    }

    private static double afterAWarmUp(int family) {
        ClusterModel model = new ClusterModel(
                new int[1],
                new Throughput[] {Throughput.guess(400 * MB, 400 * MB)},
                new int[1],
                new int[] {family},
                new int[1],
                1_000 * MB);
        ClusterLoad load = new ClusterLoad(model, new int[] {1});
        PlannedStage stage = new PlannedStage(reads(0, copies(1, 0)), load, LEAST_HOLD, 0);
        stage.warmsUp(starts(stage, new int[] {1}, 0).get(0).task());
        stage.ended(0, 5, 5, 0, 1);
        return load.one(0);
    }

    /** Overdue tasks go on for long, but how long an executor warms up says nothing of that. */
    @Test
    void aNodeWhoseExecutorWarmsUpDoesNotLookBusyForLong() {
        PlannedStage stage = new PlannedStage(reads(copies(2, 0)), cluster(2), LEAST_HOLD, 0);
        stage.started(0, 0, 0);
        stage.started(1, 0, 0);
        double expected = 1.5;
        assertThat(new LoadSurvey(stage.load, 9).seconds[0]).isGreaterThan(2 * 3 * expected);
        stage.warmsUp(0);
        stage.warmsUp(1);
        assertThat(new LoadSurvey(stage.load, 9).seconds[0]).isEqualTo(2 * expected);
        assertThat(new LoadSurvey(stage.load, 75).seconds[0])
                .as("nothing warms up for so long")
                .isGreaterThan(2 * 20 * expected);
    }

    @Test
    void tasksOnNodesWithoutSlotsRunElsewhere() {
        ClusterLoad load = cluster(1, 1);
        PlannedStage stage = new PlannedStage(reads(new int[][] {{0}, {2}}), load, LEAST_HOLD, 0);
        load.slots(new int[] {0, 1});
        List<Dispatch.Start> first = starts(stage, new int[] {0, 1}, 0);
        assertThat(first).hasSize(1);
        stage.ended(first.get(0).task(), 2, 1, 1, 1);
        assertThat(starts(stage, new int[] {0, 1}, 2)).hasSize(1);
        assertThat(stage.pendingTasks()).isZero();
    }

    @Test
    void aTaskThatItsNodeRefusesRunsElsewhereInTheEnd() {
        PlannedStage stage = new PlannedStage(reads(new int[][] {{0}}), cluster(1, 1), LEAST_HOLD, 0);
        for (double now = 0; now <= LEAST_HOLD; now++) {
            Dispatch round = stage.round(new int[] {1, 1}, node -> true, new int[0], now);
            assertThat(round.start(0, task -> false)).isNull();
            Dispatch.Start elsewhere = round.start(1, task -> true);
            if (elsewhere != null) {
                assertThat(elsewhere.task()).isZero();
                return;
            }
        }
        assertThat(stage.pendingTasks()).as("waits for ever").isZero();
    }

    /** Nobody knows whether readers cost a device bandwidth before somebody has measured that. */
    @Test
    void noSlotIsHeldForADeviceThatNobodyHasMeasured() {
        Throughput[] disk = {Throughput.guess(100 * MB, 100 * MB)};
        ClusterLoad load =
                new ClusterLoad(new ClusterModel(new int[] {0}, disk, new int[1], 1_000 * MB), new int[] {3});
        PlannedStage stage = new PlannedStage(reads(copies(3, 0)), load, LEAST_HOLD, 0);
        assertThat(starts(stage, new int[] {3}, 0)).hasSize(3);
    }

    @Test
    void whatIsLearnedOfADeviceIsExpectedOfOthersOfItsKind() {
        Throughput[] disks = {HDD, HDD, HDD};
        ClusterModel model = new ClusterModel(
                new int[] {0, 1, 1}, disks, new int[] {0, 0, 1}, new int[] {-1, -1}, new int[2], 1_000 * MB);
        ClusterLoad load = new ClusterLoad(model, new int[] {1, 1});
        StageInputs.Builder input = new StageInputs.Builder();
        for (int task = 0; task < 8; task++) {
            input.task(100 * MB, 0).option(0).reads(0, 100 * MB);
        }
        PlannedStage stage = new PlannedStage(input.build(), load, LEAST_HOLD, 0);
        double now = 0;
        for (int i = 0; i < 8; i++) {
            int task = starts(stage, new int[] {1, 0}, now).get(0).task();
            now += 4;
            stage.ended(task, now, 4, 0, 1);
        }
        assertThat(load.one(0)).isBetween(24 * MB, 28 * MB);
        assertThat(load.one(1)).as("its kind").isBetween(24 * MB, 35 * MB);
        assertThat(load.one(2)).as("another kind").isEqualTo(100 * MB);
    }

    /** Else all tasks of the next stage would read from the kind of device that nobody knows. */
    @Test
    void aKindThatNobodyHasReadFromIsExpectedToBeAsMuchSlowerAsItsFamily() {
        Throughput[] disks = {SSD, HDD, HDD, HDD};
        int[] kinds = {0, 1, 2, 3};
        int[] families = {0, 0, 1, ClusterModel.NO_FAMILY};
        ClusterModel model = new ClusterModel(new int[4], disks, kinds, families, new int[1], 1_000 * MB);
        ClusterLoad load = new ClusterLoad(model, new int[] {1});
        double before = load.one(0);
        PlannedStage stage = new PlannedStage(reads(copies(8, 0)), load, LEAST_HOLD, 0);
        double now = 0;
        for (int i = 0; i < 8; i++) {
            int task = starts(stage, new int[] {1}, now).get(0).task();
            now += 10;
            stage.ended(task, now, 10, 0, 1);
        }
        double slower = before / load.one(0);
        assertThat(slower).isGreaterThan(5);
        assertThat(load.one(1)).as("its family").isCloseTo(100 * MB / slower, withPercentage(5));
        assertThat(load.one(2)).as("another family").isEqualTo(100 * MB);
        assertThat(load.one(3)).as("no family").isEqualTo(100 * MB);
    }

    /** Tasks correct a guess. A measured curve starts without that correction. */
    @Test
    void aCurveReplacesAGuessAndWhatWasLearnedOfIt() {
        ClusterLoad load = new ClusterLoad(guessed(Throughput.guess(400 * MB, 400 * MB), 0), new int[] {1});
        PlannedStage stage = new PlannedStage(reads(0, copies(2, 0)), load, LEAST_HOLD, 0);
        assertThat(starts(stage, new int[] {1}, 0)).hasSize(1);
        stage.ended(0, 10, 10, 0, 1);
        assertThat(load.one(0)).isLessThan(20 * MB);
        assertThat(starts(stage, new int[] {1}, 10)).hasSize(1);

        load.grow(guessed(new Throughput(10 * MB, 10 * MB, 0), 1), new int[] {1});
        assertThat(load.one(0)).isEqualTo(10 * MB);
        stage.ended(1, 20, 10, 0, 1);
        assertThat(load.one(0)).as("the task had begun before").isEqualTo(10 * MB);

        PlannedStage next = new PlannedStage(reads(0, copies(1, 0)), load, LEAST_HOLD, 20);
        assertThat(starts(next, new int[] {1}, 20)).hasSize(1);
        next.ended(0, 40, 20, 0, 1);
        assertThat(load.one(0)).as("tasks correct a curve").isBetween(5 * MB, 7 * MB);
    }

    private static ClusterModel guessed(Throughput device, int kind) {
        return new ClusterModel(
                new int[1], new Throughput[] {device}, new int[] {kind}, new int[] {-1, -1}, new int[1], 1_000 * MB);
    }

    @Test
    void aReadOfFewBytesTellsNothingOfBandwidth() {
        StageInputs.Builder input = new StageInputs.Builder();
        input.task(1_000, 0).option(0).reads(1, 1_000);
        PlannedStage stage = new PlannedStage(input.build(), cluster(1), LEAST_HOLD, 0);
        int task = starts(stage, new int[] {1}, 0).get(0).task();
        stage.ended(task, 1, 1, 0, 1);
        assertThat(stage.load.one(1)).isEqualTo(100 * MB);
    }

    @Test
    void aTaskThatWaitsAgainIsPlannedAtOnce() {
        PlannedStage stage = new PlannedStage(reads(copies(1, 0)), cluster(1), LEAST_HOLD, 0);
        assertThat(starts(stage, new int[] {1}, 0)).hasSize(1);
        stage.lost(0, 0.1);
        stage.pending(0);
        assertThat(starts(stage, new int[] {1}, 0.1)).hasSize(1);
    }

    @Test
    void nodesAndDevicesMayCome() {
        ClusterLoad load = cluster(1);
        PlannedStage stage = new PlannedStage(reads(copies(2, 0)), load, LEAST_HOLD, 0);
        assertThat(starts(stage, new int[] {1}, 0)).hasSize(1);
        load.grow(
                new ClusterModel(new int[] {0, 0, 1}, new Throughput[] {SSD, HDD, SSD}, new int[2], 1_000 * MB),
                new int[] {1, 1});
        StageInputs.Builder more = new StageInputs.Builder();
        for (int task = 0; task < 2; task++) {
            more.task(100 * MB, 0).option(1).reads(2, 100 * MB);
        }
        stage.moved(more.build());
        assertThat(starts(stage, new int[] {0, 1}, 0.1))
                .extracting(Dispatch.Start::node)
                .containsExactly(1);
        assertThatThrownBy(() -> load.grow(cluster(1).model(), new int[1]))
                .hasMessage("expected at least 2 nodes and 3 devices, got 1 and 2");
    }

    /** A program that is solved elsewhere counts from the first round after that. */
    @Test
    void aLargePlanIsMadeElsewhere() {
        List<Runnable> solving = new ArrayList<>();
        PlannedStage stage = new PlannedStage(reads(copies(4_000, 0)), cluster(1), LEAST_HOLD, solving::add, 0);
        assertThat(starts(stage, new int[] {1}, 0)).isEmpty();
        assertThat(solving).hasSize(1);
        assertThat(starts(stage, new int[] {1}, 0.1)).isEmpty();
        assertThat(solving).as("one at a time").hasSize(1);
        solving.get(0).run();
        assertThat(starts(stage, new int[] {1}, 0.2)).hasSize(1);
    }

    @Test
    void anotherNumberOfTasksIsRefused() {
        PlannedStage stage = new PlannedStage(reads(copies(2, 0)), cluster(1), LEAST_HOLD, 0);
        assertThatThrownBy(() -> stage.moved(reads(copies(3, 0))))
                .hasMessage("reads: expected those of 2 tasks, got 3");
    }
}

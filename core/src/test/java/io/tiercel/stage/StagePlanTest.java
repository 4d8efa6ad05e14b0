package io.tiercel.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.HoldScope;
import io.tiercel.assign.Preferences;
import io.tiercel.assign.TierScores;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which tasks wait for a better slot, and for how long. Two places of one rack with one slot each. */
final class StagePlanTest {
    /** Read in 320 ms from an SSD and in 800 ms from an HDD, at 3,200 MiB/s for score 1. */
    private static final long BLOCK = 128L << 20;

    private static final long UNIT = 3_200L << 20;
    private static final int SAVED = 480;
    private static final long CAP = 3_000;
    private static final int[] RACKS = {0, 0};
    private static final int[] SLOTS = {1, 1};

    private final TaskDurations durations = TaskDurations.ofApplication().ofStage();

    private StagePlan plan(String policy, long cap, Task... tasks) {
        return new StagePlan(
                AssignmentPolicies.named(policy),
                HoldRule.of(AssignmentPolicies.named(policy).holdScope(), cap, UNIT),
                durations,
                prices(tasks),
                RACKS,
                SLOTS);
    }

    private static StagePrices prices(Task... tasks) {
        boolean[] known = new boolean[tasks.length];
        Arrays.fill(known, true);
        return new StagePrices(
                Arrays.stream(tasks).map(StagePlanTest::price).toArray(Preferences[]::new),
                Arrays.stream(tasks).mapToLong(Task::bytes).toArray(),
                known,
                RACKS);
    }

    private static Preferences price(Task task) {
        return CostModel.trident().price(task, place -> RACKS[place]);
    }

    /** An SSD of the first place has it, and an HDD of the second. */
    private static Task block() {
        return new Task(
                List.of(new Block(BLOCK, List.of(new Replica(0, Tier.SSD), new Replica(1, Tier.HDD)))), List.of());
    }

    /** HDDs of both have it, and the memory of the first. */
    private static Task inMemory() {
        return new Task(
                List.of(new Block(BLOCK, List.of(new Replica(0, Tier.HDD, Residency.FULL), new Replica(1, Tier.HDD)))),
                List.of());
    }

    private static RoundPlan offer(StagePlan plan, long now, int first, int second) {
        return plan.round(new FreeSlots(RACKS, new int[] {first, second}), now, task -> true, ExcludedSlots.NONE);
    }

    /** The first of three tasks has run on the first place for {@code millis}; the second runs there now. */
    private StagePlan oneLeft(String policy, long cap, long millis, Task task) {
        StagePlan plan = plan(policy, cap, task, task, task);
        plan.launched(0, 0);
        durations.finished(millis, 320);
        plan.launched(1, millis);
        return plan;
    }

    private static int atSecond(RoundPlan round) {
        return round.take(1, reason -> true, task -> true, task -> true);
    }

    @Test
    void waitsAsLongAsItCouldSave() {
        StagePlan plan = oneLeft("trident", CAP, 350, block());

        RoundPlan first = offer(plan, 350, 0, 1);
        assertThat(atSecond(first)).isEqualTo(RoundPlan.NONE);
        assertThat(first.waiting()).isEqualTo(1);
        assertThat(first.nextDeadline()).isEqualTo(350 + SAVED);
        assertThat(atSecond(offer(plan, 350 + SAVED / 2, 0, 1))).isEqualTo(RoundPlan.NONE);
        assertThat(atSecond(offer(plan, 350 + SAVED, 0, 1))).isEqualTo(2);
        plan.launched(2, 350 + SAVED);
        assertThat(plan.heldMillis()).isEqualTo(SAVED);
    }

    /** The clock goes back after the task has begun to wait. */
    @Test
    void notIfTheClockGoesBack() {
        for (String policy : List.of("trident", "quartet")) {
            StagePlan plan = oneLeft(policy, CAP, 350, inMemory());
            assertThat(atSecond(offer(plan, 350, 0, 1))).isEqualTo(RoundPlan.NONE);

            assertThat(atSecond(offer(plan, 349, 0, 1))).as(policy).isEqualTo(2);
        }
    }

    @Test
    void notForLongerThanTheCap() {
        StagePlan plan = oneLeft("trident", 400, 350, block());

        assertThat(offer(plan, 350, 0, 1).nextDeadline()).isEqualTo(750);
        assertThat(atSecond(offer(oneLeft("trident", 0, 350, block()), 350, 0, 1)))
                .isEqualTo(2);
    }

    @Test
    void notIfTheBetterSlotComesTooLate() {
        assertThat(atSecond(offer(oneLeft("trident", CAP, 5_000, block()), 5_000, 0, 1)))
                .isEqualTo(2);
    }

    @Test
    void notBeforeAnythingIsKnownOfDurations() {
        assertThat(atSecond(offer(plan("trident", CAP, block()), 0, 0, 1))).isZero();
    }

    /** The ratio of the application's task times to expected read times: twice as long. */
    @Test
    void anApplicationKnowsForItsStages() {
        TaskDurations application = TaskDurations.ofApplication();
        application.ofStage().finished(20, 10);
        StagePlan plan = new StagePlan(
                AssignmentPolicies.named("trident"),
                HoldRule.of(HoldScope.ANY_GAIN, CAP, UNIT),
                application.ofStage(),
                prices(block()),
                RACKS,
                SLOTS);

        assertThat(atSecond(offer(plan, 0, 0, 1))).isEqualTo(RoundPlan.NONE);
    }

    @Test
    void quartetWaitsForMemoryAloneAndOthersForNothing() {
        assertThat(atSecond(offer(oneLeft("quartet", CAP, 350, inMemory()), 350, 0, 1)))
                .isEqualTo(RoundPlan.NONE);
        assertThat(atSecond(offer(oneLeft("quartet", CAP, 350, block()), 350, 0, 1)))
                .isEqualTo(2);
        assertThat(atSecond(offer(oneLeft("h-scheduler", CAP, 350, inMemory()), 350, 0, 1)))
                .isEqualTo(2);
    }

    /** The block that it waited for has left memory: both places are alike. */
    @Test
    void newsEndsAWait() {
        StagePlan plan = oneLeft("trident", CAP, 350, inMemory());
        assertThat(atSecond(offer(plan, 350, 0, 1))).isEqualTo(RoundPlan.NONE);
        BitSet changed = new BitSet();
        changed.set(2);
        Task gone = new Task(
                List.of(new Block(BLOCK, List.of(new Replica(0, Tier.HDD), new Replica(1, Tier.HDD)))), List.of());
        plan.reprice(plan.prices().with(changed, task -> price(gone), RACKS), RACKS, SLOTS);

        assertThat(atSecond(offer(plan, 360, 0, 1))).isEqualTo(2);
    }

    /** With a fast network a rack-local read from memory costs less than a local one from an HDD. */
    @Test
    void aRoundOfOneSlotLooksAtFewTasksThoughNodesCostMoreThanTheirRack() {
        int[] racks = new int[20];
        int[] slots = new int[racks.length];
        CostModel costs = new CostModel(TierScores.TRIDENT, 5, 100, 4);
        Preferences[] lists = new Preferences[20_000];
        Arrays.setAll(
                lists,
                task -> costs.price(
                        Task.reading(new Block(
                                BLOCK,
                                List.of(new Replica(task % 20, Tier.HDD), new Replica((task + 7) % 20, Tier.MEMORY)))),
                        node -> racks[node]));
        StagePrices prices = new StagePrices(lists, new long[lists.length], new boolean[lists.length], racks);
        StagePlan plan = new StagePlan(
                AssignmentPolicies.ofSingleRounds(), HoldRule.NEVER, durations, prices, racks, new int[racks.length]);
        long seen = 0;
        for (int round = 0; round < 100; round++) {
            slots[round % 20] = 1;
            RoundPlan decided = plan.round(new FreeSlots(racks, slots), round, task -> true, ExcludedSlots.NONE);
            seen += decided.decided().tasks().length;
            assertThat(decided.decided().decision().assignment().cost()).isEqualTo(1_000);
            plan.launched(decided.take(round % 20, reason -> true, task -> true, task -> true), round);
            slots[round % 20] = 0;
        }

        assertThat(seen).isLessThan(100 * 200);
    }

    @Test
    void aRoundWhoseTimeBudgetIsSpentIsTheEnginesOwn() {
        for (String policy : AssignmentPolicies.names()) {
            StagePlan plan = plan(policy, CAP, block(), block());

            RoundPlan spent = plan.round(new FreeSlots(RACKS, SLOTS), 0, task -> true, ExcludedSlots.NONE, () -> true);

            assertThat(spent.decided()).as(policy).isNull();
            assertThat(spent.take(0, reason -> true, task -> true, task -> true))
                    .isEqualTo(RoundPlan.NONE);
            assertThat(plan.pendingTasks()).isEqualTo(2);
            RoundPlan next = offer(plan, 1, 1, 1);
            assertThat(next.decided()).isNotNull();
            assertThat(next.left()).isEqualTo(2);
        }
    }
}

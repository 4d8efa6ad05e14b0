package io.tiercel.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.assign.TridentPolicy;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import io.tiercel.record.RoundRecorder;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ExcludedSlotsTest {
    private static final CostModel COSTS = CostModel.trident();
    private static final int[] RACKS = {0, 0, 1};

    @Test
    void aBarredSlotGoesToATaskThatMayHaveIt() {
        assertThat(decide(barring(0, 0), on(0, Tier.SSD), on(2, Tier.SSD))).containsExactly(1, 0);
    }

    @Test
    void whatIsBarredMayBeAnyPlace() {
        assertThat(decide(barring(1, 0), on(0, Tier.SSD), on(2, Tier.SSD))).containsExactly(0, 1);
    }

    /** Even the only one: all slots are filled, and the engine refuses what it must. */
    @Test
    void everySlotIsStillFilled() {
        assertThat(decide(barring(0, 0, 1), on(0, Tier.SSD))).containsExactly(0);
    }

    @Test
    void tellsWhoMayRunNowhere() {
        assertThat(barring(0, 0, 1).excludesAll(0, new int[] {0, 1})).isTrue();
        assertThat(barring(0, 0).excludesAll(0, new int[] {0, 1})).isFalse();
        assertThat(barring(0, 0, 1).excludesAll(1, new int[] {0, 1})).isFalse();
    }

    /** Slots on the first two nodes; the record of the round must lead to the same decision. */
    private static int[] decide(ExcludedSlots bars, Task... tasks) {
        List<Preferences> prices = IntStream.range(0, tasks.length)
                .mapToObj(task -> bars.price(task, COSTS.price(tasks[task], place -> RACKS[place])))
                .toList();
        AssignmentProblem problem = new AssignmentProblem(RACKS, new int[] {1, 1, 0}, prices);
        Assignment decided = new TridentPolicy().assign(problem);
        Assignment replayed =
                new TridentPolicy().assign(RoundRecorder.record(problem, COSTS).problem());
        int[] nodes = nodes(decided, tasks.length);
        assertThat(nodes(replayed, tasks.length)).containsExactly(nodes);
        return nodes;
    }

    private static int[] nodes(Assignment assignment, int tasks) {
        return IntStream.range(0, tasks).map(assignment::nodeOf).toArray();
    }

    private static ExcludedSlots barring(int task, int... places) {
        BitSet barred = new BitSet();
        for (int place : places) {
            barred.set(place);
        }
        return new ExcludedSlots(Map.of(task, barred));
    }

    private static Task on(int node, Tier tier) {
        return new Task(List.of(new Block(1 << 20, List.of(new Replica(node, tier)))), List.of());
    }
}

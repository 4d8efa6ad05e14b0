package io.tiercel.assign;

import static io.tiercel.assign.Round.hdd;
import static io.tiercel.assign.Round.memory;
import static io.tiercel.assign.Round.ssd;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.model.Block;
import io.tiercel.model.Task;
import java.util.List;
import org.junit.jupiter.api.Test;

class StockPolicyTest extends AssignmentPolicyContract {
    @Override
    AssignmentPolicy policy() {
        return new StockPolicy();
    }

    @Test
    void everyNodeGetsItsLocalTaskBeforeAnyTakesARemoteOne() {
        Decision decision =
                policy().decide(Round.racks(0, 0).task(hdd(1)).task(hdd(0)).problem());

        assertThat(decision.assignment().toArray()).containsExactly(1, 0);
        assertThat(decision.reasons()).containsOnly(Reason.NODE_LOCAL);
    }

    @Test
    void isBlindToTiers() {
        Decision decision =
                policy().decide(Round.racks(0).task(hdd(0)).task(memory(0)).problem());

        assertThat(decision.assignment().toArray()).containsExactly(0, -1);
        assertThat(decision.reasons()).containsExactly(Reason.NODE_LOCAL, Reason.NO_SLOT);
    }

    @Test
    void goesThroughSparksLevelsInOrder() {
        AssignmentProblem problem = Round.racks(0, 1, 1)
                .slots(5, 0, 0)
                .task(ssd(1))
                .task(Task.reading(new Block(1, List.of(ssd(0))), new Block(9, List.of(ssd(1)))))
                .taskWithoutInput()
                .task(hdd(0))
                .cachedOn(0)
                .problem();

        assertThat(policy().decide(problem).reasons())
                .containsExactly(
                        Reason.ANYWHERE,
                        Reason.RACK_LOCAL,
                        Reason.NO_PREFERENCE,
                        Reason.NODE_LOCAL,
                        Reason.PROCESS_LOCAL);
    }

    @Test
    void takesTasksOfHigherLevelsFirstWhenSlotsAreShort() {
        Round round = Round.racks(0, 1)
                .slots(1, 0)
                .task(hdd(1))
                .taskWithoutInput()
                .task(hdd(0))
                .cachedOn(0);

        assertThat(policy().assign(round.problem()).toArray()).containsExactly(-1, -1, -1, 0);
    }

    @Test
    void nodesOfferOneSlotAtATime() {
        AssignmentProblem problem = Round.racks(0, 0)
                .slots(2, 2)
                .task(hdd(0), hdd(1))
                .task(hdd(0), hdd(1))
                .task(hdd(0), hdd(1))
                .problem();

        assertThat(policy().assign(problem).toArray()).containsExactly(0, 1, 0);
    }
}

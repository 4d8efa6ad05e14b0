package io.tiercel.assign;

import static io.tiercel.assign.Round.hdd;
import static io.tiercel.assign.Round.memory;
import static io.tiercel.assign.Round.ssd;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class HSchedulerPolicyTest extends AssignmentPolicyContract {
    @Override
    AssignmentPolicy policy() {
        return new HSchedulerPolicy();
    }

    @Test
    void followsTheSixPrioritiesWithProcessLocalFirstAndNoPreferenceBetweenLocalAndRemote() {
        List<Reason> order = new ArrayList<>();
        for (int slots = 1; slots <= 8; slots++) {
            Round round = Round.racks(0, 0)
                    .slots(slots, 0)
                    .task(memory(1))
                    .task(ssd(1))
                    .task(hdd(1))
                    .taskWithoutInput()
                    .task(hdd(0))
                    .task(ssd(0))
                    .task(memory(0))
                    .cachedOn(0);
            List<Reason> reasons =
                    new ArrayList<>(policy().decide(round.problem()).reasons());
            reasons.removeAll(order);
            reasons.removeAll(Collections.singleton(Reason.NO_SLOT));
            assertThat(reasons).as("one more with %d slots", slots).hasSize(1);
            order.addAll(reasons);
        }

        assertThat(order)
                .containsExactly(
                        Reason.PROCESS_LOCAL,
                        Reason.MEMORY_LOCAL,
                        Reason.SSD_LOCAL,
                        Reason.HDD_LOCAL,
                        Reason.NO_PREFERENCE,
                        Reason.REMOTE_HDD,
                        Reason.REMOTE_SSD,
                        Reason.REMOTE_MEMORY);
    }

    @Test
    void aRemoteTaskCountsByTheFastestTierThatHoldsIt() {
        AssignmentProblem problem = Round.racks(0, 0, 0)
                .slots(1, 0, 0)
                .task(hdd(1), memory(2))
                .task(ssd(1), hdd(2))
                .problem();

        Decision decision = policy().decide(problem);

        assertThat(decision.assignment().toArray()).containsExactly(-1, 0);
        assertThat(decision.reason(1)).isEqualTo(Reason.REMOTE_SSD);
    }

    @Test
    void aNodeThatOffersFirstMayTakeWhatWouldBeFasterElsewhere() {
        AssignmentProblem problem =
                Round.racks(0, 0).task(hdd(0), memory(1)).task(hdd(0)).problem();

        // The optimum is task 1 on node 0 and task 0 on node 1; a heuristic that looks at one node at a time misses it.
        assertThat(policy().assign(problem).toArray()).containsExactly(0, 1);
    }
}

package io.tiercel.assign;

import static io.tiercel.assign.Round.hdd;
import static io.tiercel.assign.Round.memory;
import static io.tiercel.assign.Round.ssd;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuartetPolicyTest extends AssignmentPolicyContract {
    @Override
    AssignmentPolicy policy() {
        return new QuartetPolicy();
    }

    @Test
    void rule1TakesAMemoryLocalTaskBeforeAnEarlierOneOnDisk() {
        Decision decision =
                policy().decide(Round.racks(0).task(hdd(0)).task(memory(0)).problem());

        assertThat(decision.assignment().toArray()).containsExactly(-1, 0);
        assertThat(decision.reasons()).containsExactly(Reason.NO_SLOT, Reason.MEMORY_LOCAL);
    }

    @Test
    void rule2PassesATaskThatIsInMemoryElsewhere() {
        Decision decision = policy().decide(Round.racks(0, 0)
                .slots(1, 0)
                .task(ssd(0), memory(1))
                .task(hdd(0))
                .problem());

        assertThat(decision.assignment().toArray()).containsExactly(-1, 0);
        assertThat(decision.reasons()).containsExactly(Reason.NO_SLOT, Reason.HDD_LOCAL);
    }

    @Test
    void rule2SearchesSsdBeforeHdd() {
        Decision decision =
                policy().decide(Round.racks(0).task(hdd(0)).task(ssd(0)).problem());

        assertThat(decision.assignment().toArray()).containsExactly(-1, 0);
        assertThat(decision.reason(1)).isEqualTo(Reason.SSD_LOCAL);
    }

    @Test
    void whatNoRuleTakesFallsBackToStockAndSaysSo() {
        Decision decision = policy().decide(Round.racks(0, 0)
                .slots(2, 0)
                .task(hdd(0), memory(1))
                .task(ssd(0), memory(1))
                .task(hdd(1))
                .problem());

        assertThat(decision.assignment().toArray()).containsExactly(0, 0, -1);
        assertThat(decision.reasons()).containsExactly(Reason.NODE_LOCAL, Reason.NODE_LOCAL, Reason.NO_SLOT);
        assertThat(decision.reason(0).isEngineLevel()).isTrue();
        assertThat(Reason.MEMORY_LOCAL.isEngineLevel()).isFalse();
    }

    @Test
    void fallbackSearchesSsdBeforeHddToo() {
        AssignmentProblem problem = Round.racks(0, 0)
                .slots(1, 0)
                .task(hdd(0), memory(1))
                .task(ssd(0), memory(1))
                .problem();

        assertThat(policy().assign(problem).toArray()).containsExactly(-1, 0);
    }
}

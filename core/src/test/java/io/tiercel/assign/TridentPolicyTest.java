package io.tiercel.assign;

import static io.tiercel.assign.Round.hdd;
import static io.tiercel.assign.Round.memory;
import static io.tiercel.assign.Round.ssd;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TridentPolicyTest extends AssignmentPolicyContract {
    @Override
    AssignmentPolicy policy() {
        return new TridentPolicy();
    }

    /** The shape of Trident's fig. 3: four slots on N1, N2 (two) and N4; T1 and T3 read from memory, T2 from an SSD. */
    @Test
    void assignsAsInFigure3() {
        AssignmentProblem problem = Round.racks(0, 0, 0, 0)
                .slots(1, 2, 0, 1)
                .task(memory(0), ssd(1), hdd(2))
                .task(hdd(0), memory(2), ssd(3))
                .task(memory(1), ssd(2), hdd(3))
                .problem();

        Decision decision = policy().decide(problem);

        assertThat(decision.assignment().toArray()).containsExactly(0, 3, 1);
        assertThat(decision.reasons()).containsOnly(Reason.LEAST_COST);
    }

    @Test
    void findsWhatAHeuristicPerNodeMisses() {
        AssignmentProblem problem =
                Round.racks(0, 0).task(hdd(0), memory(1)).task(hdd(0)).problem();

        assertThat(policy().assign(problem).toArray()).containsExactly(1, 0);
    }

    @Test
    void aTaskWithoutPreferenceGoesBeforeARackLocalOne() {
        AssignmentProblem problem =
                Round.racks(0, 0).slots(1, 0).task(memory(1)).taskWithoutInput().problem();

        assertThat(policy().assign(problem).toArray()).containsExactly(-1, 0);
    }

    @Test
    void prunesOnlyWhenToldTo() {
        AssignmentProblem crowded = Round.racks(0, 1)
                .task(memory(0))
                .task(memory(0))
                .taskWithoutInput()
                .problem();

        assertThat(policy().assign(crowded).toArray()).containsExactly(0, -1, 1);
        assertThat(new TridentPolicy().pruned(1).orElseThrow().assign(crowded).toArray())
                .containsExactly(0, 1, -1);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noPolicyIsCheaper(int seed) {
        AssignmentProblem problem = SeededWorld.problem(seed);
        long least = policy().assign(problem).cost();

        for (String name : AssignmentPolicies.names()) {
            assertThat(AssignmentPolicies.named(name).assign(problem).cost())
                    .as(name)
                    .isGreaterThanOrEqualTo(least);
        }
    }
}

package io.tiercel.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.MixApartPolicyPropertyTest;
import io.tiercel.assign.SeededWorld;
import io.tiercel.assign.TierScores;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A record says the same costs to a reader who knows only the rule of docs/records.md, and is decided again as it was. */
class RoundRecorderPropertyTest {
    /** A model by which no world was priced: the recorder must see through that. */
    private static final CostModel OTHER = new CostModel(TierScores.TRIDENT, 30, 100, 39);

    static IntStream seeds() {
        return IntStream.range(0, 500);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyOpenNodeCostsWhatItCost(int seed) {
        AssignmentProblem problem = SeededWorld.problem(seed);
        RecordedRound round = RoundRecorder.record(problem, seed % 3 == 0 ? OTHER : SeededWorld.costs(seed));
        AssignmentProblem again = round.problem();

        for (int task = 0; task < problem.tasks().size(); task++) {
            for (int node = 0; node < problem.nodes(); node++) {
                if (problem.slots(node) > 0) {
                    double written = byTheRuleOfDesign(round, task, node);
                    assertThat(written).isEqualTo(Math.rint(written));
                    assertThat(written / round.scale())
                            .as("task %d on node %d", task, node)
                            .isEqualTo((double) problem.cost(task, node) / CostModel.UNITS_PER_SCORE);
                    assertThat(again.cost(task, node)).isEqualTo(problem.cost(task, node));
                }
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyPolicyDecidesItAgainAtTheSameCost(int seed) {
        AssignmentProblem problem = SeededWorld.problem(seed);
        AssignmentProblem again =
                RoundRecorder.record(problem, SeededWorld.costs(seed)).problem();

        for (String name : AssignmentPolicies.names()) {
            AssignmentPolicy policy = AssignmentPolicies.named(name);
            assertThat(policy.assign(again).cost())
                    .as(name)
                    .isEqualTo(policy.assign(problem).cost());
            // Which of several equally cheap tasks Trident leaves out depends on how their costs are written.
            if (!AssignmentPolicies.named(name).isLeastCost()) {
                assertThat(policy.assign(again).toArray())
                        .as(name)
                        .isEqualTo(policy.assign(problem).toArray());
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsOnItsWayIsDecidedAgainTheSameWay(int seed) {
        AssignmentProblem problem = MixApartPolicyPropertyTest.World.of(seed).problem();
        AssignmentProblem again =
                RoundRecorder.record(problem, CostModel.trident()).problem();
        AssignmentPolicy policy = AssignmentPolicies.named("mixapart");

        assertThat(policy.assign(again).toArray())
                .isEqualTo(policy.assign(problem).toArray());
        assertThat(policy.decide(again).reasons())
                .isEqualTo(policy.decide(problem).reasons());
    }

    /** An independent reading of docs/records.md. */
    private static double byTheRuleOfDesign(RecordedRound round, int task, int node) {
        RecordedTask locations = round.tasks().get(task);
        if (locations.size() == 0) {
            return round.penalties().c0();
        }
        double here = Double.POSITIVE_INFINITY;
        double inRack = Double.POSITIVE_INFINITY;
        for (int i = 0; i < locations.size(); i++) {
            if (locations.nodes()[i] == node) {
                here = Math.min(here, locations.scores()[i]);
            }
            if (round.racks()[locations.nodes()[i]] == round.racks()[node]) {
                inRack = Math.min(inRack, locations.scores()[i]);
            }
        }
        if (here < Double.POSITIVE_INFINITY) {
            return here;
        }
        return inRack < Double.POSITIVE_INFINITY
                ? round.penalties().c1() + inRack
                : round.penalties().c2();
    }
}

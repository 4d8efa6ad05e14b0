package io.tiercel.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.model.Tier;
import io.tiercel.record.RecordedRound.Penalties;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedRoundTest {
    private static final Penalties TRIDENT = new Penalties(40, 100, 39);

    @Test
    void pricesDesignsExample() {
        RecordedRound round = round(new int[] {0, 0, 1}, new int[] {1, 1, 0}, 1, at(0, 1, 2, 20), at(1, 8), at());
        AssignmentProblem problem = round.problem();

        assertThat(costs(round, problem, 0)).containsExactly("1", "41", "20");
        assertThat(costs(round, problem, 1)).containsExactly("48", "8", "100");
        assertThat(costs(round, problem, 2)).containsExactly("39", "39", "39");
        assertThat(round.cost(Assignment.of(problem, new int[] {0, 1, -1}))).hasToString("9");
    }

    @Test
    void answersDecimalsInTheRecordsOwnNumbers() {
        RecordedRound round = round(new int[] {0, 1}, new int[] {1, 1}, 1, at(0, 0.3125), at(1, 13.3751234));

        assertThat(round.cost(Assignment.of(round.problem(), new int[] {0, 1}))).hasToString("13.6876234");
        assertThat(round.cost(Assignment.of(round.problem(), new int[] {-1, -1})))
                .hasToString("0");
    }

    @Test
    void aScaledRecordAnswersInItsOwnNumbersAndKeepsTheTiersOfItsScores() {
        RecordedRound round = round(new int[] {0}, new int[] {1}, 1000, at(0, 13375));

        assertThat(round.problem().cost(0, 0)).isEqualTo(13375);
        assertThat(round.problem().tasks().get(0).nodeTier(0)).isEqualTo(Tier.HDD);
        assertThat(round.cost(Assignment.of(round.problem(), new int[] {0}))).hasToString("13375");
    }

    @Test
    void guessesTheNearestTierByRatio() {
        RecordedTask task = at(0, 0, 1, 1, 2, 2.8, 3, 2.9, 4, 12.6, 5, 12.7, 6, 44.7, 7, 44.8);
        int[] racks = new int[8];
        RecordedRound round = round(racks, new int[8], 1, task);

        var prices = round.problem().tasks().get(0);
        assertThat(prices.nodeTier(0)).isNull();
        assertThat(List.of(1, 2, 3, 4, 5, 6, 7).stream().map(prices::nodeTier))
                .containsExactly(Tier.MEMORY, Tier.MEMORY, Tier.SSD, Tier.SSD, Tier.HDD, Tier.HDD, Tier.REMOTE);
    }

    @Test
    void aNodeThatIsListedTwiceCountsWithItsLowerScore() {
        RecordedRound round = round(new int[] {0, 0}, new int[] {1, 1}, 1, at(0, 20, 1, 8, 0, 1));

        assertThat(costs(round, round.problem(), 0)).containsExactly("1", "8");
        assertThat(round.problem().tasks().get(0).size()).isEqualTo(2);
    }

    @Test
    void rackNumbersMayBeAnything() {
        RecordedRound round = round(new int[] {2_000_000_000, 7, 7}, new int[] {1, 1, 1}, 1, at(1, 1));

        assertThat(round.problem().racks()).isEqualTo(2);
        assertThat(costs(round, round.problem(), 0)).containsExactly("100", "1", "41");
    }

    @Test
    void saysWhatIsWrongAndWhere() {
        rejected("slots: expected as many as racks (2), got 1", () -> round(new int[2], new int[1], 1));
        rejected("slots[1]: expected at least 0, got -3", () -> round(new int[2], new int[] {1, -3}, 1));
        rejected("racks[0]: expected a rack of at least 0, got -1", () -> round(new int[] {-1}, new int[1], 1));
        rejected(
                "slots: expected at most 2147483647 in all, got 4294967294",
                () -> round(new int[2], new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE}, 1));
        rejected("scale: expected a whole number from 1 to 1000, got 0", () -> round(new int[1], new int[1], 0));
        rejected(
                "tasks[1][0]: expected a node from 0 to 0, got 1",
                () -> round(new int[1], new int[1], 1, at(), at(1, 8)));
        rejected(
                "tasks[0][0]: expected a number from 0 to 1000000, got -0.5",
                () -> round(new int[1], new int[1], 1, at(0, -0.5)));
        rejected(
                "tasks[0][0]: expected a number from 0 to 1000000, got NaN",
                () -> round(new int[1], new int[1], 1, at(0, Double.NaN)));
        rejected(
                "c2: expected a number from 0 to 1000000, got 1000001",
                () -> new RecordedRound(new int[1], new int[1], new Penalties(1, 1_000_001, 1), 1, List.of()));
    }

    private static void rejected(String message, org.assertj.core.api.ThrowableAssert.ThrowingCallable making) {
        assertThatIllegalArgumentException().isThrownBy(making).withMessage(message);
    }

    private static List<String> costs(RecordedRound round, AssignmentProblem problem, int task) {
        return java.util.stream.IntStream.range(0, problem.nodes())
                .mapToObj(node -> round.unit().number(problem.cost(task, node)).toString())
                .toList();
    }

    private static RecordedRound round(int[] racks, int[] slots, int scale, RecordedTask... tasks) {
        return new RecordedRound(racks, slots, TRIDENT, scale, List.of(tasks));
    }

    /** Node, score, node, score, … */
    private static RecordedTask at(double... pairs) {
        int[] nodes = new int[pairs.length / 2];
        double[] scores = new double[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = (int) pairs[2 * i];
            scores[i] = pairs[2 * i + 1];
        }
        return new RecordedTask(nodes, scores, null);
    }
}

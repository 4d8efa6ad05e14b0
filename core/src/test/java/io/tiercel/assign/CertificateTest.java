package io.tiercel.assign;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.matching.MinCostMatching;
import io.tiercel.assign.matching.MinCostMatching.Solution;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CertificateTest {
    private static final AssignmentProblem PROBLEM = SeededWorlds.of(WorldShape.uniform(40, 16, 2), 1);
    private static final Solution SOLUTION = MinCostMatching.solve(PROBLEM);
    private static final Certificate CERTIFICATE = SOLUTION.certificate();

    private static long[] prices() {
        return IntStream.range(0, PROBLEM.nodes()).mapToLong(CERTIFICATE::price).toArray();
    }

    private static int taskAt(int node) {
        return IntStream.range(0, PROBLEM.tasks().size())
                .filter(task -> SOLUTION.assignment().nodeOf(task) == node)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void provesWhatTheSolverFound() {
        assertThat(CERTIFICATE.check(PROBLEM, SOLUTION.assignment())).isEmpty();
    }

    @Test
    void rejectsAnAssignmentThatCostsMore() {
        int[] swapped = SOLUTION.assignment().toArray();
        swapped[taskAt(0)] = 9;
        swapped[taskAt(9)] = 0;
        Assignment worse = Assignment.of(PROBLEM, swapped);

        assertThat(worse.cost()).isGreaterThan(SOLUTION.assignment().cost());
        assertThat(CERTIFICATE.check(PROBLEM, worse))
                .contains("costs " + worse.cost() + ", proved to cost at least "
                        + SOLUTION.assignment().cost());
    }

    @Test
    void rejectsAnAssignmentThatLeavesASlotFree() {
        int[] fewer = SOLUTION.assignment().toArray();
        fewer[taskAt(0)] = Assignment.NONE;

        assertThat(CERTIFICATE.check(PROBLEM, Assignment.of(PROBLEM, fewer))).contains("matched 31 tasks, 32 can be");
    }

    @Test
    void rejectsAnAssignmentOfAnotherProblem() {
        AssignmentProblem fewerSlots = SeededWorlds.of(WorldShape.uniform(40, 16, 1), 1);

        assertThat(CERTIFICATE.check(fewerSlots, SOLUTION.assignment()))
                .hasValueSatisfying(reason -> assertThat(reason).contains("holds more than its 1 slots"));
    }

    @Test
    void rejectsPricesThatAreTooHighOrTooLow() {
        for (int node = 0; node < PROBLEM.nodes(); node++) {
            for (long change : new long[] {-60_000, 60_000}) {
                long[] tampered = prices();
                tampered[node] += change;

                assertThat(new Certificate(CERTIFICATE.base(), tampered).check(PROBLEM, SOLUTION.assignment()))
                        .as("node %d by %d", node, change)
                        .isPresent();
            }
        }
    }

    @Test
    void rejectsPricesOfAnotherCluster() {
        assertThat(new Certificate(CERTIFICATE.base(), new long[3]).check(PROBLEM, SOLUTION.assignment()))
                .contains("expected a price for each of 16 nodes, got 3");
    }
}

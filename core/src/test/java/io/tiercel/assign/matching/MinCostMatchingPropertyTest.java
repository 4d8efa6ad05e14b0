package io.tiercel.assign.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.OrTools;
import io.tiercel.assign.SeededWorlds;
import io.tiercel.assign.matching.MinCostMatching.Solution;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Seeded worlds: cost and cardinality equal to OR-tools', and the certificate holds. */
class MinCostMatchingPropertyTest {
    @Test
    void matchesTheOracleOnOrdinaryCosts() {
        LongStream.range(0, 3000).forEach(seed -> check(SeededWorlds.any(seed, true), "ordinary", seed));
    }

    @Test
    void matchesTheOracleOnCostsThatBreakThePrecondition() {
        LongStream.range(0, 3000).forEach(seed -> check(SeededWorlds.any(seed, false), "odd", seed));
    }

    private static void check(AssignmentProblem problem, String kind, long seed) {
        Solution solution = MinCostMatching.solve(problem);
        assertThat(solution.assignment().matched())
                .as("matched, %s seed %d", kind, seed)
                .isEqualTo(problem.matchable());
        assertThat(solution.assignment().cost())
                .as("cost, %s seed %d", kind, seed)
                .isEqualTo(OrTools.leastCost(problem));
        assertThat(solution.certificate().check(problem, solution.assignment()))
                .as("%s seed %d", kind, seed)
                .isEmpty();
    }
}

package io.tiercel.bench.assign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.matching.MinCostMatching;
import io.tiercel.bench.BriefRun;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;

/** That the benchmark still runs, and that all in it solve the same problem. */
class AssignmentBenchmarkTest {
    @Test
    void peersFindTheSameCost() {
        for (String name : new String[] {"60x20x3", "90x20x3", "60x60x1 skewed", "40x60x1"}) {
            AssignmentProblem problem = Instance.named(name);
            long cost = MinCostMatching.solve(problem).assignment().cost();

            assertThat(new OrToolsFlow(problem).solve())
                    .as("OR-tools, %s", name)
                    .isEqualTo(cost);
            if (problem.tasks().size() == problem.totalSlots()) {
                assertThat(new DenseHungarian(problem).solve())
                        .as("Hungarian, %s", name)
                        .isEqualTo(cost);
            }
        }
    }

    @Test
    void everyBenchmarkRuns() throws RunnerException {
        assertThat(BriefRun.of(AssignmentBenchmark.class, "instance", "24x24x1"))
                .hasSize(5);
    }

    @Test
    void anInstanceWithoutAShapeIsRejected() {
        assertThatThrownBy(() -> Instance.named("many"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected TASKSxNODESxSLOTS");
    }
}

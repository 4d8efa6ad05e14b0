package io.tiercel.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.bench.BriefRun;
import io.tiercel.plan.SeededLoads;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;

/** That the benchmark still runs. */
class BalanceBenchmarkTest {
    @Test
    void theBenchmarkRuns() throws RunnerException {
        assertThat(BriefRun.of(BalanceBenchmark.class, "stage", "100x10 mixed")).hasSize(1);
    }

    @Test
    void theBenchmarkOfRoundsRuns() throws RunnerException {
        assertThat(BriefRun.of(DispatchBenchmark.class, "stage", "100x10")).hasSize(2);
    }

    @Test
    void aStageWithoutAShapeIsRejected() {
        assertThatThrownBy(() -> SeededLoads.named("big"))
                .hasMessage("stage: expected TASKSxNODES, and 'mixed' or 'skewed' or both, got big");
    }
}

package io.tiercel.bench.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.bench.BriefRun;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;

/** That the benchmark still runs. */
class PlanningBenchmarkTest {
    @Test
    void theBenchmarkRuns() throws RunnerException {
        assertThat(BriefRun.of(PlanningBenchmark.class, "job", "24x8x2x1")).hasSize(2);
    }

    @Test
    void aJobWithoutAShapeIsRejected() {
        assertThatThrownBy(() -> PlanningLoad.named("big"))
                .hasMessage("job: expected BLOCKSxNODESxDEVICESxSLOTS, got big");
    }
}

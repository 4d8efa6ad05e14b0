package io.tiercel.bench.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.bench.BriefRun;
import io.tiercel.transfer.TransferPolicy;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;

/** That the benchmark still runs, and that its load is as described. */
class TransferBenchmarkTest {
    @Test
    void theBenchmarkRuns() throws RunnerException {
        assertThat(BriefRun.of(TransferBenchmark.class, "load", "100x5x3")).hasSize(6);
    }

    @Test
    void withoutABoundAllBlocksStart() {
        assertThat(TransferLoad.named("100x5x3")
                        .scheduler(TransferPolicy.FAIR, Long.MAX_VALUE)
                        .next(0))
                .hasSize(100);
    }

    @Test
    void aLoadWithoutAShapeIsRejected() {
        assertThatThrownBy(() -> TransferLoad.named("big")).hasMessage("load: expected BLOCKSxJOBSxNODES, got big");
    }
}

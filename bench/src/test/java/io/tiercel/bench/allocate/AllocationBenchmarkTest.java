package io.tiercel.bench.allocate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.bench.BriefRun;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;

/** That the benchmark still runs, and grants all that it asks for. */
class AllocationBenchmarkTest {
    @Test
    void allContainersAreGranted() {
        AllocationBenchmark benchmark = new AllocationBenchmark();
        benchmark.load = "50x40";
        benchmark.generate();
        assertThat(benchmark.allocate()).isEqualTo(50);
    }

    @Test
    void theBenchmarkRuns() throws RunnerException {
        assertThat(BriefRun.of(AllocationBenchmark.class, "load", "24x8")).hasSize(1);
    }
}

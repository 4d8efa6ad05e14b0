package io.tiercel.bench.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.bench.BriefRun;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;

/** That the benchmark still runs, and that its load is what it says. */
class MigrationBenchmarkTest {
    @Test
    void allBlocksArePendingUntilAgentsAsk() {
        Load load = Load.named("300x20");
        assertThat(load.retarget()).isEqualTo(300);
        int migrated = 0;
        for (int poll = 0; poll < 2000; poll++) {
            migrated += load.cycle();
        }
        assertThat(migrated).isEqualTo(300);
        assertThat(load.retarget()).isZero();
    }

    @Test
    void theBenchmarkRuns() throws RunnerException {
        assertThat(BriefRun.of(MigrationBenchmark.class, "load", "24x8")).hasSize(1);
    }

    @Test
    void aLoadWithoutAShapeIsRejected() {
        assertThatThrownBy(() -> Load.named("many")).hasMessage("load: expected BLOCKSxNODES, got many");
    }
}

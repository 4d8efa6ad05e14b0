package io.tiercel.bench.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

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
        assertThat(new Runner(new OptionsBuilder()
                                .include(MigrationBenchmark.class.getName())
                                .param("load", "24x8")
                                .forks(0)
                                .warmupIterations(0)
                                .measurementIterations(1)
                                .measurementTime(TimeValue.milliseconds(20))
                                .verbosity(VerboseMode.SILENT)
                                .shouldFailOnError(true)
                                .build())
                        .run())
                .hasSize(1);
    }

    @Test
    void aLoadWithoutAShapeIsRejected() {
        assertThatThrownBy(() -> Load.named("many")).hasMessage("load: expected BLOCKSxNODES, got many");
    }
}

package io.tiercel.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.sim.job.Locality;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verifier watches every run, so that a run that ends has kept all that it checks. */
final class SimulationPropertyTest {
    private static final int SEEDS = 250;

    @ParameterizedTest
    @ValueSource(longs = {0, 10_000, 20_000, 30_000})
    void everyRunKeepsTheInvariantsAndRepeatsItself(long firstSeed) {
        Map<Locality, Integer> reads = new EnumMap<>(Locality.class);
        for (long seed = firstSeed; seed < firstSeed + SEEDS; seed++) {
            RunSpec scenario = SeededScenarios.of(seed);
            RunResult first = SeededScenarios.run(scenario, seed);
            RunResult second = SeededScenarios.run(SeededScenarios.of(seed), seed);
            assertThat(first.jobs())
                    .as("seed %d", seed)
                    .hasSameSizeAs(scenario.workload().jobs());
            assertThat(second.log().sha256())
                    .as("seed %d", seed)
                    .isEqualTo(first.log().sha256());
            assertThat(second.log().kept())
                    .as("seed %d", seed)
                    .isEqualTo(first.log().kept());
            first.jobs().forEach(job -> job.reads().forEach((locality, n) -> reads.merge(locality, n, Integer::sum)));
        }
        assertThat(reads).as("the scenarios have every kind of read in them").hasSize(Locality.values().length);
    }
}

package io.tiercel.sim.worlds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.worlds.WorldComparison.WorldResult;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class WorldComparisonTest {
    @Test
    void theSameWorldAndSeedGiveTheSameEvents() {
        for (String policy : List.of("stock", "trident", "tiercel")) {
            String first =
                    Simulation.run(new RandomWorld(7).run(policy, 1), 0).log().sha256();
            String second =
                    Simulation.run(new RandomWorld(7).run(policy, 1), 0).log().sha256();
            assertThat(second).as(policy).isEqualTo(first);
        }
    }

    @Test
    void aPolicyIsComparedWithTheBetterOfStockAndTrident() {
        WorldComparison comparison = new WorldComparison(List.of(
                new WorldResult(1, "", Map.of("stock", 8.0, "trident", 4.0, "tiercel", 2.0)),
                new WorldResult(2, "", Map.of("stock", 4.0, "trident", 8.0, "tiercel", 4.4))));
        assertThat(comparison.meanSpeedup("tiercel")).isCloseTo(Math.sqrt(2 / 1.1), within(1e-9));
        assertThat(comparison.worse("tiercel")).isEqualTo(0.5);
        assertThat(comparison.quantile("trident", 0)).isEqualTo(0.5);
        assertThat(comparison.worst("tiercel", 1).get(0).number()).isEqualTo(2);
    }

    /** Worlds on which nothing was tuned. The bound is far below what 1,000 worlds show (docs/papers/tiercel.md). */
    @Test
    void tiercelIsFasterThanTheBetterOfStockAndTridentInTheMean() {
        WorldComparison comparison = new WorldComparison(LongStream.range(500_000, 500_040)
                .mapToObj(number -> WorldResult.of(number, 1))
                .toList());
        assertThat(comparison.meanSpeedup("tiercel")).isGreaterThan(1.3);
        assertThat(comparison.meanSpeedup("trident")).isLessThan(1.01);
    }
}

package io.tiercel.spark.ui.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ChartAxisTest {
    @Test
    void ticksAreRound() {
        assertThat(new ChartAxis(0, 47, 0, 100).ticks(3)).containsExactly(0.0, 20.0, 40.0);
        assertThat(new ChartAxis(0, 1, 0, 100).ticks(3)).containsExactly(0.0, 0.5, 1.0);
        assertThat(new ChartAxis(5_000, 12_000, 0, 100).timeTicks(10))
                .startsWith(5_000.0, 6_000.0)
                .endsWith(12_000.0);
        assertThat(new ChartAxis(0, 3_600_000, 0, 100).timeTicks(10)).hasSize(7).contains(600_000.0);
        assertThat(new ChartAxis(0, 1e10, 0, 100).timeTicks(10)).hasSizeBetween(5, 12);
    }

    @Test
    void valuesLieBetweenTheEnds() {
        ChartAxis axis = new ChartAxis(0, 10, 100, 0);
        assertThat(axis.at(0)).isEqualTo(100);
        assertThat(axis.at(10)).isZero();
        assertThat(ChartAxis.pixels(1.0)).isEqualTo("1");
        assertThat(ChartAxis.pixels(1.26)).isEqualTo("1.3");
    }
}

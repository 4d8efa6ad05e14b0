package io.tiercel.spark.ui.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.event.TimeSeries.Series;
import io.tiercel.spark.event.TimeSeriesCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TierChartTest {
    @Test
    void countsOfTheSameTimeAddUp() {
        TimeSeries one =
                new TimeSeries(10_000, 1_000, List.of(new Series("SSD", List.of(1, 2)), new Series("HDD", List.of(5))));
        TimeSeries other = new TimeSeries(8_000, 2_000, List.of(new Series("SSD", List.of(3, 4))));

        TimeSeries merged = TierChart.sum(List.of(one, other, TimeSeries.NONE));

        assertThat(merged.startMillis()).isEqualTo(8_000);
        assertThat(merged.stepMillis()).isEqualTo(2_000);
        assertThat(merged.series()).containsExactly(new Series("SSD", List.of(3, 7)), new Series("HDD", List.of(0, 5)));
    }

    @Test
    void nothingIsLostOverLongTimes() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            List<TimeSeries> parts = new ArrayList<>();
            for (int stage = 0; stage < 50; stage++) {
                TimeSeriesCounter counts = TimeSeriesCounter.sinceFirst(List.of("MEMORY", "SOMETHING_NEW"));
                long time = 1_780_000_000_000L + random.nextInt(3_600_000);
                for (int i = 0; i < 40; i++) {
                    counts.add(i % 2, time + random.nextInt(1 << random.nextInt(20)));
                }
                parts.add(counts.series());
            }
            TimeSeries merged = TierChart.sum(parts);
            assertThat(merged.total("MEMORY")).as("seed %d", seed).isEqualTo(1_000);
            assertThat(merged.total("UNKNOWN")).as("seed %d", seed).isEqualTo(1_000);
            assertThat(merged.length()).as("seed %d", seed).isLessThanOrEqualTo(120);
        }
    }

    @Test
    void nothingOfNothing() {
        assertThat(TierChart.sum(List.of())).isEqualTo(TimeSeries.NONE);
    }
}

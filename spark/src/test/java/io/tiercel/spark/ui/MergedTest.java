package io.tiercel.spark.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.spark.event.StepCounts;
import io.tiercel.spark.event.Steps;
import io.tiercel.spark.event.Steps.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class MergedTest {
    @Test
    void countsOfTheSameTimeAddUp() {
        Steps one = new Steps(10_000, 1_000, List.of(new Series("SSD", List.of(1, 2)), new Series("HDD", List.of(5))));
        Steps other = new Steps(8_000, 2_000, List.of(new Series("SSD", List.of(3, 4))));

        Steps merged = Merged.of(List.of(one, other, Steps.NONE));

        assertThat(merged.startMillis()).isEqualTo(8_000);
        assertThat(merged.stepMillis()).isEqualTo(2_000);
        assertThat(merged.series()).containsExactly(new Series("SSD", List.of(3, 7)), new Series("HDD", List.of(0, 5)));
    }

    @Test
    void nothingIsLostOverLongTimes() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            List<Steps> parts = new ArrayList<>();
            for (int stage = 0; stage < 50; stage++) {
                StepCounts counts = StepCounts.sinceFirst(List.of("MEMORY", "SOMETHING_NEW"));
                long time = 1_780_000_000_000L + random.nextInt(3_600_000);
                for (int i = 0; i < 40; i++) {
                    counts.add(i % 2, time + random.nextInt(1 << random.nextInt(20)));
                }
                parts.add(counts.steps());
            }
            Steps merged = Merged.of(parts);
            assertThat(merged.total("MEMORY")).as("seed %d", seed).isEqualTo(1_000);
            assertThat(merged.total("UNKNOWN")).as("seed %d", seed).isEqualTo(1_000);
            assertThat(merged.length()).as("seed %d", seed).isLessThanOrEqualTo(120);
        }
    }

    @Test
    void nothingOfNothing() {
        assertThat(Merged.of(List.of())).isEqualTo(Steps.NONE);
    }
}

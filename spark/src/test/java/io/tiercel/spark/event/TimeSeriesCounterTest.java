package io.tiercel.spark.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TimeSeriesCounterTest {
    @Test
    void countsBySecondsFromTheFirst() {
        TimeSeriesCounter counts = TimeSeriesCounter.sinceFirst(List.of("a", "b", "c"));
        counts.add(0, 10_500);
        counts.add(0, 10_900);
        counts.add(2, 12_000);
        counts.add(0, 9_000);

        TimeSeries steps = counts.series();
        assertThat(steps.startMillis()).isEqualTo(10_000);
        assertThat(steps.stepMillis()).isEqualTo(1_000);
        assertThat(steps.series())
                .containsExactly(new TimeSeries.Series("a", List.of(3)), new TimeSeries.Series("c", List.of(0, 0, 1)));
        assertThat(steps.endMillis()).isEqualTo(13_000);
    }

    /** However long it goes on, nothing is lost, and every count is in a step that its time lies in. */
    @Test
    void longTimesTakeNoMoreRoom() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            TimeSeriesCounter counts = TimeSeriesCounter.sinceFirst(List.of("all"));
            long time = 1_700_000_000_000L + random.nextInt(100_000);
            int events = 2_000;
            for (int i = 0; i < events; i++) {
                counts.add(0, time);
                time += random.nextInt(10_000);
            }
            TimeSeries steps = counts.series();
            assertThat(steps.total("all")).as("seed %d", seed).isEqualTo(events);
            assertThat(steps.length()).as("seed %d", seed).isBetween(60, 120);
            assertThat(steps.endMillis()).as("seed %d", seed).isGreaterThan(time - 10_000);
            assertThat(steps.startMillis() % steps.stepMillis()).isZero();
        }
    }

    @Test
    void nothingHasNoSeries() {
        assertThat(TimeSeriesCounter.sinceZero(List.of("a")).series().series()).isEmpty();
        assertThat(TimeSeries.NONE.length()).isZero();
    }
}

package io.tiercel.prefetch.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class SlidingMedianTest {
    @Test
    void isTheMedianOfTheLast() {
        SlidingMedian median = SlidingMedian.none(3);
        assertThat(median.orElse(7)).isEqualTo(7);
        assertThat(median.with(1).with(3).orElse(7)).isEqualTo(2);
        assertThat(median.with(1).with(9).with(2).with(30).orElse(7)).isEqualTo(9);
    }

    @Test
    void goesOnFromItsState() {
        SlidingMedian median = SlidingMedian.none(3).with(1).with(9).with(2).with(30);
        assertThat(SlidingMedian.restored(3, median.state()).orElse(7)).isEqualTo(9);
        assertThat(SlidingMedian.restored(1, median.state()).orElse(7)).isEqualTo(30);
        assertThatThrownBy(() -> SlidingMedian.restored(3, new double[] {-1}))
                .hasMessage("value: expected at least 0 and finite, got -1.0");
    }
}

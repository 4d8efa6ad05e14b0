package io.tiercel.demo.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void ofAnOddNumberTheMedianIsTheMiddleOne() {
        assertThat(Spread.of(3.0, 1.0, 10.0)).isEqualTo(new Spread(3, 1, 10));
    }

    @Test
    void ofAnEvenNumberTheMedianIsTheMeanOfTheMiddleTwo() {
        assertThat(Spread.of(4.0, 1.0, 2.0, 9.0)).isEqualTo(new Spread(3, 1, 9));
    }

    @Test
    void aSingleRunHasNoRange() {
        assertThat(Spread.of(2.0, 3.0).text("%.1f s (%.1f-%.1f)", 1)).isEqualTo("2.5 s (2.0-3.0)");
        assertThat(Spread.of(3.0).text("%.0f%% (%.0f%% to %.0f%%) each", 100)).isEqualTo("300% each");
        assertThat(Spread.of(3.0).seconds()).isEqualTo("3.00");
    }

    @Test
    void ofNothingThereIsNone() {
        assertThatThrownBy(() -> Spread.of(List.of())).hasMessage("expected at least one value");
    }
}

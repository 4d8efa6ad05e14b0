package io.tiercel.demo.slownode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InterferencePatternTest {
    @Test
    void oneNodeIsSlowInEveryOtherPhase() {
        assertThat(List.of(0.0, 4.9, 5.0, 14.9, 15.0, 24.9, 25.0))
                .extracting(seconds -> InterferencePattern.ONE_10S.slows(0, seconds))
                .containsExactly(true, true, false, false, true, true, false);
        assertThat(InterferencePattern.ONE_10S.slows(1, 7)).isFalse();
    }

    @Test
    void ofTwoNodesOneIsAlwaysSlow() {
        for (double seconds = 0; seconds < 90; seconds += 0.5) {
            assertThat(InterferencePattern.TWO_20S.slows(0, seconds))
                    .isNotEqualTo(InterferencePattern.TWO_20S.slows(1, seconds));
            assertThat(InterferencePattern.TWO_20S.slows(2, seconds)).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(InterferencePattern.class)
    void betweenChangesNothingChanges(InterferencePattern interference) {
        for (double seconds = 0; seconds < 100; seconds += 0.25) {
            double next = Math.min(interference.nextChange(seconds), 200);
            assertThat(next).isGreaterThan(seconds);
            assertThat(interference.slows(0, (seconds + next) / 2)).isEqualTo(interference.slows(0, seconds));
        }
    }

    @Test
    void theSumOfTheBandwidthsIsTheLimit() {
        assertThat(InterferencePattern.NONE.ideal(100, 5, 1)).isCloseTo(20, within(1e-9));
        assertThat(InterferencePattern.ALWAYS.ideal(130, 5, 3)).isCloseTo(10, within(1e-9));
        // 5 s at 13, 10 s at 15, 5 s at 13
        assertThat(InterferencePattern.ONE_10S.ideal(280, 5, 3)).isCloseTo(20, within(1e-9));
    }

    @Test
    void patternsWithAsMuchInterferenceAllowTheSameTime() {
        assertThat(InterferencePattern.ONE_20S.ideal(280, 5, 3)).isCloseTo(20, within(1e-9));
        double always = InterferencePattern.ALWAYS.ideal(260, 5, 3);
        assertThat(InterferencePattern.TWO_10S.ideal(260, 5, 3)).isCloseTo(always, within(1e-9));
        assertThat(InterferencePattern.TWO_20S.ideal(260, 5, 3)).isCloseTo(always, within(1e-9));
    }
}

package io.tiercel.prefetch.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class CorrectionFactorsTest {
    private static final org.assertj.core.data.Offset<Double> SAME = within(1e-12);

    @Test
    void areApartForEachDoublingOfTasksAtOnce() {
        CorrectionFactors corrections = learned(1, 0.4, learned(8, 1.5, CorrectionFactors.restored(new double[0])));

        assertThat(corrections.of(1).factor()).isCloseTo(0.4, SAME);
        assertThat(corrections.of(8).factor()).isCloseTo(1.5, SAME);
        assertThat(corrections.of(15).factor()).as("not yet doubled").isCloseTo(1.5, SAME);
    }

    @Test
    void whereNoneIsKnownTheNearestStandsIn() {
        assertThat(CorrectionFactors.restored(new double[0]).of(3).factor()).isEqualTo(1);
        CorrectionFactors corrections = learned(1, 0.4, learned(16, 1.5, CorrectionFactors.restored(new double[0])));

        assertThat(corrections.of(2).factor()).isCloseTo(0.4, SAME);
        assertThat(corrections.of(4).factor()).as("as near to both").isCloseTo(1.5, SAME);
        assertThat(corrections.of(8).factor()).isCloseTo(1.5, SAME);
        assertThat(corrections.of(Integer.MAX_VALUE).factor()).isCloseTo(1.5, SAME);
    }

    @Test
    void goOnFromTheirState() {
        CorrectionFactors corrections = learned(3, 0.7, learned(100, 2, CorrectionFactors.restored(new double[0])));

        assertThat(corrections.state()).containsExactly(2, 0.7, 2, 0.7, 2, 0.7, 64, 2, 64, 2, 64, 2);
        assertThat(CorrectionFactors.restored(corrections.state()).state()).containsExactly(corrections.state());
        assertThat(corrections.with(3, 0, 1)).as("not known").isSameAs(corrections);
    }

    @Test
    void refuseWhatIsNoState() {
        assertThatThrownBy(() -> CorrectionFactors.restored(new double[] {1}))
                .hasMessage("state: expected pairs of numbers, got 1 numbers");
        assertThatThrownBy(() -> CorrectionFactors.restored(new double[] {1.5, 1}))
                .hasMessage("tasks at once: expected an integer, got 1.5");
        assertThatThrownBy(() -> CorrectionFactors.restored(new double[] {0, 1}))
                .hasMessage("tasks at once: expected at least 1, got 0");
        assertThatThrownBy(() -> CorrectionFactors.restored(new double[] {1, -1}))
                .hasMessage("ratio: expected above 0 and finite, got -1.0");
    }

    private static CorrectionFactors learned(int atOnce, double ratio, CorrectionFactors before) {
        CorrectionFactors after = before;
        for (int job = 0; job < 3; job++) {
            after = after.with(atOnce, 1, ratio);
        }
        return after;
    }
}

package io.tiercel.sim.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.sim.compare.Comparison.MeanEstimate;
import org.junit.jupiter.api.Test;

final class MeanEstimateTest {
    /** 4, 6, 8: mean 6, standard deviation 2, t with 2 degrees 4.3027; 4.3027 * 2 / sqrt(3) = 4.968. */
    @Test
    void theIntervalIsStudents() {
        MeanEstimate estimate = MeanEstimate.of(new double[] {4, 6, 8});
        assertThat(estimate.mean()).isEqualTo(6, within(1e-12));
        assertThat(estimate.halfWidth()).isEqualTo(4.968, within(1e-3));
        assertThat(estimate.hasInterval()).isTrue();
    }

    @Test
    void oneValueHasNoInterval() {
        assertThat(MeanEstimate.of(new double[] {4}).hasInterval()).isFalse();
        assertThat(MeanEstimate.of(new double[] {4}).mean()).isEqualTo(4);
    }

    /** From the usual tables: with 40 degrees of freedom t is 2.0211. */
    @Test
    void manyValuesHaveTheIntervalOfTheTables() {
        double[] values = new double[41];
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        double deviation = Math.sqrt(41 * 42 / 12.0);
        assertThat(MeanEstimate.of(values).halfWidth()).isEqualTo(2.0211 * deviation / Math.sqrt(41), within(1e-3));
    }
}

package io.tiercel.sim.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

    /** From the usual tables: 2.0211 with 40, 1.9840 with 100, 1.9647 with 500 degrees; no jump after the own table's end. */
    @Test
    void quantilesAboveTheTableAreThoseOfTheBooks() {
        assertThat(MeanEstimate.t(40)).isEqualTo(2.0211, within(2e-4));
        assertThat(MeanEstimate.t(100)).isEqualTo(1.9840, within(2e-4));
        assertThat(MeanEstimate.t(500)).isEqualTo(1.9647, within(2e-4));
        assertThat(MeanEstimate.t(30) - MeanEstimate.t(31)).isBetween(0.001, 0.004);
    }
}

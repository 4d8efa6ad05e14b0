package io.tiercel.sim.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.sim.compare.Timelines.UtilisationSeries;
import io.tiercel.sim.engine.Engine;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class UtilisationSeriesTest {
    /** Of two slots one is taken from 0 to 1 s, both from 1 to 2 s, none until 4 s. */
    @Test
    void sharesAreMeansOverIntervals() {
        UtilisationSeries lane = new UtilisationSeries(2);
        lane.change(0, 1);
        lane.change(Engine.SECOND, 1);
        lane.change(2 * Engine.SECOND, -2);
        double[] shares = lane.shares(4 * Engine.SECOND);

        assertThat(shares).hasSizeBetween(UtilisationSeries.INTERVALS / 2, UtilisationSeries.INTERVALS);
        assertThat(Arrays.stream(shares).average().orElse(0)).isEqualTo(1.5 / 4, within(0.01));
        assertThat(shares[0]).isEqualTo(0.5, within(1e-9));
        assertThat(shares[shares.length / 2 - 2]).isEqualTo(1, within(1e-9));
        assertThat(shares[shares.length - 1]).isZero();
    }

    /** A day takes no more room, and keeps what was before. */
    @Test
    void aLongRunHasLongIntervals() {
        UtilisationSeries lane = new UtilisationSeries(1);
        lane.change(0, 1);
        lane.change(3_600 * Engine.SECOND, -1);
        double[] shares = lane.shares(86_400 * Engine.SECOND);

        assertThat(shares.length).isLessThanOrEqualTo(UtilisationSeries.INTERVALS);
        double used = Arrays.stream(shares).sum() * lane.interval() / Engine.SECOND;
        assertThat(used).isEqualTo(3_600, within(1.0));
    }
}

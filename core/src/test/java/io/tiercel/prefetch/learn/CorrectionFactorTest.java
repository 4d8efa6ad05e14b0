package io.tiercel.prefetch.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CorrectionFactorTest {
    private static final org.assertj.core.data.Offset<Double> SAME = within(1e-12);

    @Test
    void isTheMedianOfTheLastFew() {
        CorrectionFactor correction = CorrectionFactor.none();
        assertThat(correction.factor()).isEqualTo(1);
        assertThat(correction.isOff()).isFalse();

        correction = correction.with(10, 170);
        assertThat(correction.factor()).as("one that met with something else").isEqualTo(1);

        correction = correction.with(10, 18);
        assertThat(correction.factor()).isCloseTo(Math.sqrt(1.8), SAME);

        correction = correction.with(10, 5).with(10, 18);
        assertThat(correction.factor()).as("of 17, 1.8, 1.8, 0.5 and 1").isCloseTo(1.8, SAME);
        assertThat(correction.isOff()).isTrue();
    }

    @Test
    void followsAClusterThatHasChanged() {
        CorrectionFactor correction = CorrectionFactor.none();
        for (int job = 0; job < 20; job++) {
            correction = correction.with(1, 3);
        }
        for (int job = 0; job < 3; job++) {
            correction = correction.with(1, 0.7);
        }
        assertThat(correction.factor()).isCloseTo(0.7, SAME);
    }

    @Test
    void learnsNothingFromWhatIsNotKnown() {
        CorrectionFactor correction = CorrectionFactor.none()
                .with(0, 1)
                .with(1, 0)
                .with(Double.NaN, 1)
                .with(1, Double.NaN)
                .with(Double.POSITIVE_INFINITY, 1)
                .with(1, Double.POSITIVE_INFINITY);

        assertThat(correction.state()).isEmpty();
        assertThat(correction.with(1, 1e9).with(1, 1e9).with(1, 1e9).factor()).isEqualTo(20);
    }

    @Test
    void goesOnFromItsState() {
        CorrectionFactor correction = CorrectionFactor.none();
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            correction = correction.with(1, 0.1 + random.nextDouble());
            CorrectionFactor restored = CorrectionFactor.restored(correction.state());
            assertThat(restored.factor()).as("seed " + seed).isEqualTo(correction.factor());
            assertThat(restored.with(1, 2).factor())
                    .as("seed " + seed)
                    .isEqualTo(correction.with(1, 2).factor());
        }
        assertThatThrownBy(() -> CorrectionFactor.restored(new double[] {1, 0}))
                .hasMessage("ratio: expected above 0 and finite, got 0.0");
    }

    /** After some jobs predictions are within the noise of a fifth, at any speed of the cluster. */
    @Test
    void comesWithinTheNoiseOfWhatIsMeasured() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            double off = Math.pow(10, random.nextDouble() * 2 - 1);
            CorrectionFactor correction = CorrectionFactor.none();
            for (int job = 0; job < 8; job++) {
                double foretold = 1 + 100 * random.nextDouble();
                correction = correction.with(foretold, foretold * off * (0.8 + 0.4 * random.nextDouble()));
            }
            assertThat(correction.factor() / off).as("seed " + seed).isBetween(0.8, 1.2);
        }
    }
}

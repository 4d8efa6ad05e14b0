package io.tiercel.plan.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.model.ReadCurve;
import io.tiercel.plan.dispatch.ThroughputFit.Point;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThroughputFitTest {
    private static final double MB = 1e6;
    private static final int[] READERS = {1, 1, 2, 4, 8};

    private static List<Point> points(Throughput device, double noise, Random random) {
        return IntStream.of(READERS)
                .mapToObj(n -> new Point(n, device.of(n) * (1 + noise * (2 * random.nextDouble() - 1))))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"400, 1, 0", "400, 2, 0", "400, 6, 0", "150, 1, 0.3", "150, 1, 0.8", "150, 1, 3", "500, 4, 0.8"})
    void findsTheCurveOfExactPoints(double one, double knee, double loss) {
        Throughput device = new Throughput(one * MB, one * knee * MB, loss);
        ReadCurve curve = ThroughputFit.of(points(device, 0, new Random(1)));
        assertThat(curve.one()).isCloseTo(one * MB, within(0.03 * one * MB));
        assertThat(curve.most() / curve.one()).isCloseTo(knee, within(0.05 * knee));
        assertThat(curve.loss()).isCloseTo(loss, within(0.1));
    }

    /** A device that does not seek must not seem to: it would get one reader only. */
    @Test
    void noiseIsNoLoss() {
        for (int seed = 0; seed < 200; seed++) {
            Throughput device = new Throughput(6 * MB, 6 * MB, 0);
            ReadCurve curve = ThroughputFit.of(points(device, 0.05, new Random(seed)));
            assertThat(curve.loss()).as("seed %d", seed).isZero();
            assertThat(curve.one()).as("seed %d", seed).isCloseTo(6 * MB, within(0.1 * 6 * MB));
        }
    }

    @Test
    void theCurveIsNearNoisyPoints() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            double one = (5 + 500 * random.nextDouble()) * MB;
            Throughput device = new Throughput(one, one * (1 + 5 * random.nextDouble()), 3 * random.nextDouble());
            Throughput fitted = Throughput.measured(ThroughputFit.of(points(device, 0.05, random)));
            for (int n : READERS) {
                assertThat(fitted.of(n) / device.of(n))
                        .as("seed %d, %d readers", seed, n)
                        .isBetween(0.85, 1.18);
            }
        }
    }

    @Test
    void twoPointsSuffice() {
        ReadCurve fills = ThroughputFit.of(List.of(new Point(1, 100 * MB), new Point(2, 200 * MB)));
        assertThat(fills.loss()).isZero();
        assertThat(fills.most()).isCloseTo(200 * MB, within(MB));
        ReadCurve seeks = ThroughputFit.of(List.of(new Point(1, 100 * MB), new Point(2, 70 * MB)));
        assertThat(seeks.most()).isEqualTo(seeks.one());
        assertThat(seeks.one() / (1 + seeks.loss() / 2)).isCloseTo(70 * MB, within(3 * MB));
    }

    @Test
    void onePointIsADeviceThatOneReaderFills() {
        assertThat(ThroughputFit.of(List.of(new Point(1, MB)))).satisfies(curve -> {
            assertThat(curve.most()).isEqualTo(curve.one()).isCloseTo(MB, within(1.0));
            assertThat(curve.loss()).isZero();
        });
        assertThatThrownBy(() -> ThroughputFit.of(List.of())).hasMessageContaining("got none");
    }

    @Test
    void wildPointsGiveACurveThatIsPlausible() {
        assertThat(ThroughputFit.of(List.of(new Point(1, 1e9), new Point(2, 1e3), new Point(4, 1e9))))
                .isNotNull();
        assertThat(ThroughputFit.of(List.of(new Point(1, 1e3), new Point(8, 1e9))))
                .isNotNull();
    }
}

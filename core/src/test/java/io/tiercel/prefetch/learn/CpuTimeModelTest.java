package io.tiercel.prefetch.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuTimeModelTest {
    private static final long MB = 1_000_000;

    @Test
    void knowsNothingBeforeTheFirstTask() {
        CpuTimeModel model = new CpuTimeModel(50);
        assertThat(model.knows()).isFalse();
        assertThat(model.seconds(128 * MB)).isZero();
    }

    @Test
    void drawsALineThroughTheOriginFromOneTask() {
        CpuTimeModel model = new CpuTimeModel(50);
        model.learn(64 * MB, 2);
        assertThat(model.seconds(128 * MB)).isCloseTo(4, within(1e-9));
    }

    @Test
    void findsALineWithAnOffset() {
        CpuTimeModel model = new CpuTimeModel(50);
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            long bytes = (1 + random.nextInt(256)) * MB;
            model.learn(bytes, 0.5 + bytes / (100.0 * MB));
        }
        assertThat(model.seconds(50 * MB)).isCloseTo(1, within(1e-6));
        assertThat(model.seconds(0)).isCloseTo(0.5, within(1e-6));
    }

    @Test
    void comesRightWhenTheWorkChangesByAFactor() {
        CpuTimeModel model = new CpuTimeModel(40);
        for (int i = 0; i < 100; i++) {
            model.learn((i % 4 + 1) * 32 * MB, (i % 4 + 1) * 1.0);
        }
        assertThat(model.seconds(64 * MB)).isCloseTo(2, within(1e-9));
        // More than half of what it remembers.
        for (int i = 0; i < 24; i++) {
            model.learn((i % 4 + 1) * 32 * MB, (i % 4 + 1) * 3.0);
        }
        assertThat(model.seconds(64 * MB)).isCloseTo(6, within(0.6));
    }

    @Test
    void noTaskEverTakesLessThanNothing() {
        CpuTimeModel model = new CpuTimeModel(20);
        model.learn(100 * MB, 1);
        model.learn(200 * MB, 10);
        assertThat(model.seconds(1)).isGreaterThanOrEqualTo(0);
    }

    @Test
    void goesOnFromItsState() {
        CpuTimeModel model = new CpuTimeModel(20);
        model.learn(100 * MB, 1);
        model.learn(300 * MB, 2);
        CpuTimeModel restored = CpuTimeModel.restored(20, model.state());
        assertThat(restored.seconds(200 * MB)).isEqualTo(model.seconds(200 * MB));
        assertThatThrownBy(() -> CpuTimeModel.restored(20, new double[3]))
                .hasMessage("state: expected pairs of numbers, got 3 numbers");
        assertThatThrownBy(() -> CpuTimeModel.restored(20, new double[] {1, Double.NaN}))
                .hasMessage("state: expected at least 0 and finite, got NaN");
    }

    /** As in a virtual machine that has just started: every {@code one}th task takes thirty times as long. */
    @ParameterizedTest
    @CsvSource({"10, 0.05", "3, 0.15"})
    void standsThoughManyTasksTakeThirtyTimesAsLong(int one, double off) {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            CpuTimeModel model = new CpuTimeModel(64);
            for (int i = 0; i < 64; i++) {
                long bytes = (32 + random.nextInt(225)) * MB;
                double usual = (0.1 + bytes / (1_000.0 * MB)) * (0.95 + 0.1 * random.nextDouble());
                model.learn(bytes, i % one == 0 ? 30 * usual : usual);
            }
            assertThat(model.seconds(128 * MB)).as("seed %d", seed).isBetween((1 - off) * 0.228, (1 + off) * 0.228);
        }
    }

    /** Eight tasks over next to nothing, while everything was loaded, and blocks of one size since. */
    @Test
    void whatWarmedUpDoesNotDecideTheLine() {
        CpuTimeModel model = new CpuTimeModel(64);
        for (int i = 0; i < 8; i++) {
            model.learn(MB / 50, 3.1);
        }
        for (int i = 0; i < 12; i++) {
            model.learn(2 * MB, 0.1);
        }
        assertThat(model.seconds(2 * MB)).isCloseTo(0.1, within(0.02));
    }

    @Test
    void tasksOfOneSizeThatDifferByNoiseHaveALineThroughTheOrigin() {
        CpuTimeModel model = new CpuTimeModel(64);
        for (int i = 0; i < 20; i++) {
            model.learn(128 * MB + i * 1_000, 2 + (i % 3 - 1) * 0.1);
        }
        assertThat(model.seconds(256 * MB)).isCloseTo(4, within(0.1));
    }
}

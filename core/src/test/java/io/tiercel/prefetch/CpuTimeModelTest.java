package io.tiercel.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

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
        CpuTimeModel model = new CpuTimeModel(20);
        for (int i = 0; i < 100; i++) {
            model.learn((i % 4 + 1) * 32 * MB, (i % 4 + 1) * 1.0);
        }
        for (int i = 0; i < 60; i++) {
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
                .hasMessage("state: expected 5 numbers, got 3");
    }
}

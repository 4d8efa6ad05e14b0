package io.tiercel.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FirstWaveHoldTest {
    private static final long NOW = 1_000_000;

    @Test
    void aPlanIsWaitedForAMoment() {
        FirstWaveHold wave = new FirstWaveHold(NOW, 10_000);
        assertThat(wave.isHeld(NOW + 499)).isTrue();
        assertThat(wave.isHeld(NOW + 500)).isFalse();
    }

    @Test
    void aPlanSaysHowLongAndTheBoundHolds() {
        FirstWaveHold wave = new FirstWaveHold(NOW, 10_000);
        wave.planned(3_000);
        assertThat(wave.until()).isEqualTo(NOW + 3_000);
        wave.planned(Long.MAX_VALUE);
        assertThat(wave.until()).isEqualTo(NOW + 10_000);
        wave.planned(0);
        assertThat(wave.isHeld(NOW)).isFalse();
    }

    @Test
    void theBoundIsThatOfTheMomentToo() {
        assertThat(new FirstWaveHold(NOW, 20).until()).isEqualTo(NOW + 20);
        assertThat(FirstWaveHold.free().isHeld(0)).isFalse();
    }

    @Test
    void onceItBeginsNoPlanHoldsItBack() {
        FirstWaveHold wave = new FirstWaveHold(NOW, 10_000);
        wave.release();
        wave.planned(3_000);
        assertThat(wave.isHeld(NOW)).isFalse();
        assertThat(wave.mostMillis()).isZero();
    }
}

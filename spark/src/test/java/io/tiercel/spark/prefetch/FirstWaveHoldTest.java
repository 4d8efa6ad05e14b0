package io.tiercel.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FirstWaveHoldTest {
    /** Clocks of the JVM may be negative, and pass over. */
    private static final long NOW = Long.MAX_VALUE - 1_000_000;

    private static long at(long millis) {
        return NOW + millis * 1_000_000;
    }

    @Test
    void aPlanIsWaitedForAMoment() {
        FirstWaveHold hold = new FirstWaveHold(NOW, 10_000);
        assertThat(hold.isHeld(at(499))).isTrue();
        assertThat(hold.isHeld(at(500))).isFalse();
    }

    @Test
    void aPlanSaysHowLongAndTheBoundHolds() {
        FirstWaveHold hold = new FirstWaveHold(NOW, 10_000);
        hold.planned(3_000);
        assertThat(hold.leftMillis(NOW)).isEqualTo(3_000);
        assertThat(hold.leftMillis(at(2_999) + 1)).isEqualTo(1);
        assertThat(hold.leftMillis(at(3_001))).isZero();
        hold.planned(Long.MAX_VALUE);
        assertThat(hold.leftMillis(NOW)).isEqualTo(10_000);
        hold.planned(0);
        assertThat(hold.isHeld(NOW)).isFalse();
    }

    @Test
    void theBoundIsThatOfTheMomentToo() {
        assertThat(new FirstWaveHold(NOW, 20).leftMillis(NOW)).isEqualTo(20);
        assertThat(FirstWaveHold.none().isHeld(0)).isFalse();
        assertThat(FirstWaveHold.none().isHeld(-1_000_000_000)).isFalse();
    }

    @Test
    void onceItBeginsNoPlanHoldsItBack() {
        FirstWaveHold hold = new FirstWaveHold(NOW, 10_000);
        hold.release();
        hold.planned(3_000);
        assertThat(hold.isHeld(NOW)).isFalse();
        assertThat(hold.mostMillis()).isZero();
    }
}

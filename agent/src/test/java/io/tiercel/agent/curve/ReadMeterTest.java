package io.tiercel.agent.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.agent.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadMeterTest {
    private static final int PIECE = 64 << 10;

    private final ManualClock clock = new ManualClock();

    /** Reads pieces until it has read enough. @return the seconds that it took */
    private double read(ReadMeter meter, double bytesPerSecond) {
        long began = clock.getAsLong();
        do {
            clock.advance(Duration.ofNanos(Math.round(PIECE / bytesPerSecond * 1e9)));
        } while (meter.add(PIECE));
        return (clock.getAsLong() - began) / 1e9;
    }

    @Test
    void aBurstDoesNotCount() {
        ReadMeter meter = new ReadMeter(1, clock);
        for (int i = 0; i < 8; i++) {
            meter.add(PIECE); // at once
        }
        double seconds = read(meter, 5e6);
        assertThat(meter.bytesPerSecond().orElseThrow()).isCloseTo(5e6, within(1e5));
        assertThat(seconds).isBetween(0.4, 0.6);
    }

    @Test
    void aFastDeviceIsReadFromForAShortTimeAndASlowOneForLonger() {
        ReadMeter fast = new ReadMeter(2, clock);
        assertThat(read(fast, 2e9)).isCloseTo(32 * (1 << 20) / 2e9, within(1e-3));
        assertThat(fast.bytesPerSecond().orElseThrow()).isCloseTo(2e9, within(1e7));

        ReadMeter slow = new ReadMeter(1, clock);
        assertThat(read(slow, 1e6)).isBetween(1.1, 1.3);
        assertThat(slow.bytesPerSecond().orElseThrow()).isCloseTo(1e6, within(1e4));

        ReadMeter slower = new ReadMeter(1, clock);
        assertThat(read(slower, 1e5)).isBetween(2.0, 2.7);
        assertThat(slower.bytesPerSecond()).as("too little").isEmpty();
    }

    @Test
    void onceAReaderEndsNothingCounts() {
        ReadMeter meter = new ReadMeter(2, clock);
        read(meter, 5e6);
        double before = meter.bytesPerSecond().orElseThrow();
        meter.stop();
        clock.advance(Duration.ofSeconds(1));
        assertThat(meter.add(PIECE)).isFalse();
        assertThat(meter.bytesPerSecond()).hasValue(before);
    }

    @Test
    void withoutReadsThereIsNoValue() {
        assertThat(new ReadMeter(1, clock).bytesPerSecond()).isEmpty();
    }
}

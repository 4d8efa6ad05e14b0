package io.tiercel.agent.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DeviceSpeedTest {
    private static final int MIB = 1 << 20;
    private static final long SECOND = 1_000_000_000L;

    private final DeviceSpeed speed = new DeviceSpeed();

    @Test
    void knowsNothingAtFirst() {
        speed.add(1000, SECOND);
        assertThat(speed.bytesPerSecond()).isEmpty();
        assertThat(speed.fullBytesPerSecond()).isEmpty();
    }

    @Test
    void othersOnTheDeviceDoNotMakeItSlower() {
        speed.add(8 * MIB, SECOND);
        speed.add(8 * MIB, SECOND);
        for (int i = 0; i < 20; i++) {
            speed.add(8 * MIB, 10 * SECOND);
        }
        assertThat(speed.bytesPerSecond().orElseThrow()).isLessThan(MIB);
        assertThat(speed.fullBytesPerSecond()).hasValue(8 * MIB);
    }

    @Test
    void aSingleFastOneIsNotBelieved() {
        for (int i = 0; i < 3; i++) {
            speed.add(8 * MIB, SECOND);
        }
        speed.add(8 * MIB, SECOND / 1000);
        assertThat(speed.fullBytesPerSecond()).hasValue(8 * MIB);
    }

    @Test
    void smallReadsCountTogether() {
        for (int i = 0; i < 10; i++) {
            speed.add(MIB / 10, SECOND / 10);
        }
        assertThat(speed.fullBytesPerSecond()).isEmpty();
        speed.add(MIB / 10, SECOND / 10);
        assertThat(speed.fullBytesPerSecond().orElseThrow()).isBetween(0.99 * MIB, 1.01 * MIB);
    }

    @Test
    void whatADeviceNeverReachesAnyMoreIsForgotten() {
        speed.add(80 * MIB, SECOND);
        speed.add(80 * MIB, SECOND);
        for (int i = 0; i < 64; i++) {
            speed.add(8 * MIB, SECOND);
        }
        assertThat(speed.fullBytesPerSecond()).hasValue(8 * MIB);
    }
}

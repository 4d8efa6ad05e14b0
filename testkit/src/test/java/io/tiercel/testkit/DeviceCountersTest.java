package io.tiercel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceCountersTest {
    private final DeviceCounters early = new DeviceCounters(List.of(
            new DeviceCounters.Device("127.0.0.2", "SSD", 1, 100, 10),
            new DeviceCounters.Device("127.0.0.3", "SSD", 1, 50, 0)));
    private final DeviceCounters late = new DeviceCounters(List.of(
            new DeviceCounters.Device("127.0.0.2", "SSD", 4, 300, 20),
            new DeviceCounters.Device("127.0.0.4", "DISK", 2, 7, 5)));

    @Test
    void subtractsDeviceByDevice() {
        assertThat(late.since(early).devices())
                .containsExactly(
                        new DeviceCounters.Device("127.0.0.2", "SSD", 3, 200, 10),
                        new DeviceCounters.Device("127.0.0.4", "DISK", 2, 7, 5));
    }

    @Test
    void sumsWhatIsAskedFor() {
        assertThat(late.bytes()).isEqualTo(332);
        assertThat(late.of("SSD").bytes()).isEqualTo(320);
        assertThat(late.on("127.0.0.4").memoryBytes()).isEqualTo(5);
        assertThat(late.deviceBytes()).isEqualTo(307);
    }
}

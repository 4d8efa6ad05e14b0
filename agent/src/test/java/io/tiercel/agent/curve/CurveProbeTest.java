package io.tiercel.agent.curve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.agent.ErrorLog;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CurveProbeTest {
    private final FakeDevice device = new FakeDevice();
    private final ErrorLog errors = new ErrorLog();

    private CurveProbe probe(Function<String, ConcurrentReads> reads) {
        CurveSettings settings = new CurveSettings(true, Duration.ofHours(1), 0.01);
        return new CurveProbe(reads, () -> List.of(device), settings, errors, device.clock);
    }

    @Test
    void measuresADeviceThatHasNothingToDo() throws InterruptedException {
        CurveProbe probe = probe(storage -> device);
        device.isIdle = false;
        probe.turn();
        assertThat(device.measured).isEmpty();

        device.isIdle = true;
        probe.turn();
        assertThat(device.told).hasSize(1);
        probe.turn();
        assertThat(device.told).as("not again").hasSize(1);

        device.clock.advance(Duration.ofHours(1));
        probe.turn();
        assertThat(device.told).hasSize(2);
    }

    @Test
    void aDeviceInUseIsLeftAloneAndMeasuredSoon() throws InterruptedException {
        CurveProbe probe = probe(storage -> device);
        device.isInUse = true;
        probe.turn();
        assertThat(device.measured).isEmpty();

        device.isInUse = false;
        device.clock.advance(Duration.ofSeconds(5));
        probe.turn();
        assertThat(device.told).hasSize(1);
    }

    @Test
    void aMeasurementThatAMigrationHasEndedIsRepeatedLater() throws InterruptedException {
        CurveProbe probe = probe(storage -> device);
        device.migrationAt = 1;
        probe.turn();
        assertThat(device.told).isEmpty();

        device.isIdle = true;
        device.migrationAt = Integer.MAX_VALUE;
        probe.turn();
        assertThat(device.told).isEmpty();
        device.clock.advance(Duration.ofMinutes(2));
        probe.turn();
        assertThat(device.told).hasSize(1);
    }

    @Test
    void noErrorLeavesIt() throws InterruptedException {
        CurveProbe probe = probe(storage -> {
            throw new NoClassDefFoundError("for a test");
        });
        probe.turn();
        assertThat(errors.count()).isEqualTo(1);
        probe.turn();
        assertThat(errors.count()).as("tried again later").isEqualTo(1);
    }
}

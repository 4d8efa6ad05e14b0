package io.tiercel.hdfs.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.memory.DeviceCurves.DeviceCurve;
import io.tiercel.model.Tier;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.DeviceState;
import io.tiercel.protocol.ReadCurve;
import io.tiercel.protocol.StatusReply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DeviceCurvesTest {
    private static final double MIB = 1 << 20;

    private final HostRegistry hosts = new HostRegistry();

    @AfterEach
    void close() {
        hosts.close();
    }

    private static DeviceState device(String storage, String type, double one, double most, double loss) {
        return DeviceState.newBuilder()
                .setStorage(storage)
                .setStorageType(type)
                .setCurve(ReadCurve.newBuilder().setOne(one).setMost(most).setLoss(loss))
                .build();
    }

    private DeviceCurves curves(DeviceState... devices) {
        AgentState.Builder agent = AgentState.newBuilder().setHost("n1");
        for (DeviceState device : devices) {
            agent.addDevices(device);
        }
        return DeviceCurves.of(StatusReply.newBuilder().addAgents(agent).build(), hosts);
    }

    @Test
    void measuredDevicesAreKnownByTheirVolumes() {
        DeviceState unmeasured = DeviceState.newBuilder().setStorage("DS-3").build();
        DeviceCurves curves = curves(
                device("DS-1", "SSD", 6 * MIB, 9 * MIB, 0), device("DS-2", "DISK", 5 * MIB, 5 * MIB, 2), unmeasured);
        assertThat(curves.refused()).isEmpty();
        assertThat(curves.byVolume())
                .hasSize(2)
                .containsEntry(
                        hosts.volume("DS-1"),
                        new DeviceCurve(Tier.SSD, new io.tiercel.model.ReadCurve(6 * MIB, 9 * MIB, 0)))
                .containsEntry(
                        hosts.volume("DS-2"),
                        new DeviceCurve(Tier.HDD, new io.tiercel.model.ReadCurve(5 * MIB, 5 * MIB, 2)));
        assertThat(curves.text())
                .isEqualTo("1 SSD with 6 MiB/s for one reader and 9 MiB/s for many, "
                        + "1 HDD with 5 MiB/s for one reader and 5 MiB/s for many");
    }

    @ParameterizedTest
    @CsvSource({"NaN, 1, 0", "-1, 1, 0", "1, Infinity, 0", "1e30, 1e30, 0", "1, 1, 100", "2, 1, 0", "0, 0, 0"})
    void nonsenseIsRefused(double one, double most, double loss) {
        DeviceCurves curves = curves(device("DS-1", "SSD", one, most, loss), device("DS-2", "SSD", MIB, MIB, 0));
        assertThat(curves.byVolume()).containsOnlyKeys(hosts.volume("DS-2"));
        assertThat(curves.refused().orElseThrow()).startsWith("DS-1 on n1: ");
    }
}

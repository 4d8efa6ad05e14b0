package io.tiercel.migrate.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.model.BlockId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class AgentRegistryTest {
    private final AgentRegistry agents = new AgentRegistry(EstimatorSettings.DEFAULT, AgentRegistry.FOREVER, 0);

    private AgentEntry join(List<BlockEntry> blocks, String... storages) {
        AgentEntry before = agents.alive("n1");
        if (before != null) {
            agents.leave(before, 0);
        }
        List<DeviceDescription> devices = List.of(storages).stream()
                .map(storage -> new DeviceDescription(storage, "DISK", OptionalDouble.empty(), Optional.empty()))
                .toList();
        AgentEntry joined = agents.join("n1", "n1.example", devices, 0, 0);
        agents.forgetUnreported(joined, blocks);
        return joined;
    }

    @Test
    void newNamesForDevicesAddNothingForGood() {
        for (int time = 0; time < 100; time++) {
            AgentEntry joined = join(List.of(), "disk-" + time, "ssd-" + time);
            assertThat(joined.aliveDevices())
                    .extracting(device -> device.storage)
                    .containsExactlyInAnyOrder("disk-" + time, "ssd-" + time);
        }

        assertThat(agents.devices()).isEqualTo(4);
    }

    @Test
    void aDeviceStaysWhileABlockHasAReplicaThere() {
        join(List.of(), "old");
        DeviceEntry old = agents.device("n1", "n1.example", "old", "DISK");
        BlockEntry block = new BlockEntry(new BlockId("pool", 1, 1), 1);
        block.replicas(new int[] {old.ordinal}, new int[0]);

        join(List.of(block), "new");
        join(List.of(block), "newer");
        join(List.of(block), "newest");
        assertThat(agents.device("n1", "n1.example", "old", "DISK")).isSameAs(old);
        assertThat(agents.device(old.ordinal)).isSameAs(old);

        join(List.of(), "last");
        assertThat(agents.device("n1", "n1.example", "old", "DISK")).isNotSameAs(old);
    }
}

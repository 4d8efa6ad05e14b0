package io.tiercel.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** That the measurement still measures; its figures are in docs/benchmarks.md. */
class AgentLoadTest {
    @Test
    void everythingComesInWithinAsManyRoundsAsTheDevicesNeed() {
        AgentLoad load = new AgentLoad(20, 1_000, 1);

        int rounds = 0;
        while (load.resident() < 1_000 && rounds < 100) {
            load.round();
            rounds++;
        }

        assertThat(load.resident()).as("after %s rounds", rounds).isEqualTo(1_000);
    }
}

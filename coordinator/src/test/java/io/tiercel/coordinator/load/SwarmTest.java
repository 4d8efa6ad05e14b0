package io.tiercel.coordinator.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.config.ConfigException;
import io.tiercel.coordinator.Coordinator;
import io.tiercel.coordinator.LoadedCoordinator;
import io.tiercel.coordinator.MadeUpFiles;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That what {@link ServiceCost} measures happens; its figures are in docs/benchmarks.md. */
@Tag("slow")
class SwarmTest {
    @Test
    void whatIsHintedComesInAndTheWatcherHearsOfIt() throws IOException, ConfigException {
        try (Coordinator coordinator = LoadedCoordinator.start(40);
                Swarm swarm = new Swarm(coordinator.address().getPort(), 40, 1)) {
            swarm.blocksTake(10_000);
            swarm.start();
            // No agent, no block.
            await().atMost(Duration.ofMinutes(1)).until(() -> swarm.agents() == 40);
            swarm.applications.hint();
            await().atMost(Duration.ofMinutes(1)).until(() -> swarm.resident() == MadeUpFiles.BLOCKS);
            await().atMost(Duration.ofMinutes(1)).until(() -> swarm.applications.events() >= MadeUpFiles.BLOCKS);
            assertThat(swarm.applications.takeWatcherBytes()).isPositive();
        }
    }
}

package io.tiercel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.agent.Agent.AgentIdentity;
import io.tiercel.agent.BlockStore.StorageDevice;
import io.tiercel.agent.BlockStore.StoredReplica;
import io.tiercel.agent.curve.CurveSettings;
import io.tiercel.agent.migrate.ReadSettings;
import io.tiercel.agent.session.GrpcCoordinator;
import io.tiercel.linux.IoPriority;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AgentTest {
    private static final AgentSettings SETTINGS = new AgentSettings(
            Optional.empty(),
            new MemorySettings(0, 0, 100),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            1,
            new ReadSettings(IoPriority.NORMAL, Duration.ofMinutes(1)),
            CurveSettings.OFF);

    /** A store that fails the first looks at a block with an error. */
    private record FailingStore(Blocks blocks, AtomicInteger failures) implements BlockStore {
        @Override
        public List<StorageDevice> devices() {
            return blocks.devices();
        }

        @Override
        public List<BlockId> some(String storage, int most) {
            return blocks.some(storage, most);
        }

        @Override
        public Optional<StoredReplica> find(BlockId block) {
            if (failures.getAndDecrement() > 0) {
                throw new NoClassDefFoundError("for a test");
            }
            return blocks.find(block);
        }

        @Override
        public InputStream open(BlockId block) throws IOException {
            return blocks.open(block);
        }
    }

    @Test
    void anErrorDoesNotEndTheWatchingThread() throws IOException {
        Blocks blocks = Blocks.onDisk();
        BlockId block = blocks.add(1);
        Files.readAllBytes(blocks.file(1));
        AgentIdentity identity = new AgentIdentity("uuid", "node", "test", false);
        try (RemoteFake coordinator = new RemoteFake(0, 50, 10_000);
                Agent agent = new Agent(
                        SETTINGS,
                        identity,
                        new FailingStore(blocks, new AtomicInteger(2)),
                        new GrpcCoordinator(
                                List.of(new Endpoint("127.0.0.1", coordinator.port())), ChannelSecurity.nameless()),
                        System::nanoTime)) {
            agent.start();
            coordinator.order(ExchangeReply.newBuilder().addWatch(block).build());
            await().until(() -> !coordinator.cached.isEmpty());
            assertThat(coordinator.cached.get(0).getBlock()).isEqualTo(block);
            assertThat(agent.errors()).isEqualTo(2);
        }
    }
}

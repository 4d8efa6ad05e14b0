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
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
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

    /** A store whose first looks at a block on the disk do something else. */
    private record TestStore(Blocks blocks, Predicate<BlockId> look) implements BlockStore {
        @Override
        public List<StorageDevice> devices() {
            return blocks.devices();
        }

        @Override
        public List<BlockId> some(String storage, int most) {
            return blocks.some(storage, most);
        }

        @Override
        public Optional<String> storageOf(BlockId block) {
            return blocks.storageOf(block);
        }

        @Override
        public Optional<StoredReplica> find(BlockId block) {
            return look.test(block) ? blocks.find(block) : Optional.empty();
        }

        @Override
        public int readers() {
            return blocks.readers();
        }

        @Override
        public InputStream open(BlockId block) throws IOException {
            return blocks.open(block);
        }
    }

    private static Agent agent(BlockStore store, RemoteFake coordinator, LongSupplier nanos) {
        return agent(store, coordinator, Thread::new, nanos);
    }

    private static Agent agent(BlockStore store, RemoteFake coordinator, ThreadFactory watchers, LongSupplier nanos) {
        String address = "127.0.0.1:" + coordinator.port();
        AgentIdentity identity = new AgentIdentity("uuid", "node", "test", false);
        GrpcCoordinator calls = new GrpcCoordinator(Endpoint.parse(address), ChannelSecurity.nameless());
        return new Agent(SETTINGS, identity, store, calls, watchers, nanos);
    }

    @Test
    void anErrorDoesNotEndTheWatchingThread() throws IOException {
        Blocks blocks = Blocks.onDisk();
        BlockId block = blocks.add(1);
        Files.readAllBytes(blocks.file(1));
        AtomicInteger failures = new AtomicInteger(2);
        BlockStore failing = new TestStore(blocks, each -> {
            if (failures.getAndDecrement() > 0) {
                throw new NoClassDefFoundError("for a test");
            }
            return true;
        });
        try (RemoteFake coordinator = new RemoteFake(0, 50, 10_000);
                Agent agent = agent(failing, coordinator, System::nanoTime)) {
            agent.start();
            coordinator.order(ExchangeReply.newBuilder().addWatch(block).build());
            await().until(() -> !coordinator.cached.isEmpty());
            assertThat(coordinator.cached.get(0).getBlock()).isEqualTo(block);
            assertThat(agent.errors()).isEqualTo(2);
            assertThat(agent.metrics().value(AgentMetric.ERRORS_TOTAL)).isEqualTo(2);
            assertThat(agent.metrics().value(AgentMetric.COORDINATOR_CONNECTED)).isEqualTo(1);
            assertThat(agent.metrics().value(AgentMetric.DEVICES)).isEqualTo(1);
        }
    }

    /** Not even the end of the agent waits for that disk. */
    @Test
    void aDiskThatHangsInALookDoesNotKeepTheOthersUnwatched() throws IOException {
        assertThat(errorsWhileADiskHangs(0)).isZero();
    }

    @Test
    void anotherThreadWatchesOnThoughThereWasNoneToBeHadAtFirst() throws IOException {
        assertThat(errorsWhileADiskHangs(2)).isEqualTo(2);
    }

    /**
     * Has an agent watch a disk that hangs and one that does not.
     *
     * @param failures how many threads after the first one do not start
     * @return the agent's errors until it has told of the other disk
     */
    private static long errorsWhileADiskHangs(int failures) throws IOException {
        AtomicInteger made = new AtomicInteger();
        ThreadFactory watchers = task -> {
            int number = made.getAndIncrement();
            return new Thread(task) {
                @Override
                public void start() {
                    if (number > 0 && number <= failures) {
                        throw new OutOfMemoryError("unable to create native thread, says the test");
                    }
                    super.start();
                }
            };
        };
        Blocks blocks = Blocks.onDisk();
        BlockId hung = blocks.hang(1);
        BlockId other = blocks.add(2);
        blocks.addDevice("DS-2");
        blocks.relist(2, "DS-2");
        Files.readAllBytes(blocks.file(2));
        ManualClock clock = new ManualClock();
        BlockStore store = new TestStore(blocks, each -> {
            blocks.hangIfItDoes(each);
            return true;
        });
        try (RemoteFake coordinator = new RemoteFake(0, 50, 10_000);
                Agent agent = agent(store, coordinator, watchers, clock)) {
            agent.start();
            coordinator.order(
                    ExchangeReply.newBuilder().addWatch(hung).addWatch(other).build());
            await().until(blocks::isHanging);
            clock.advance(Duration.ofNanos(DiskAccess.PATIENCE));
            await().until(() -> !coordinator.cached.isEmpty());
            assertThat(coordinator.cached.get(0).getBlock()).isEqualTo(other);
            return agent.errors();
        } finally {
            blocks.answer();
        }
    }
}

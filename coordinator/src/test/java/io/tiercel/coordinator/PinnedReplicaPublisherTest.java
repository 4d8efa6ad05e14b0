package io.tiercel.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.coordinator.state.Clock;
import io.tiercel.coordinator.state.CoordinatorCounter;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.RemoteReads;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.Held;
import io.tiercel.protocol.RegisterRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PinnedReplicaPublisherTest {
    private static final BlockId BLOCK = new BlockId("pool", 1, 1);

    private final List<List<BlockId>> told = new CopyOnWriteArrayList<>();

    private void director(String node, List<BlockId> blocks) throws IOException {
        told.add(blocks);
        if (told.size() == 1) {
            throw new IOException("not now");
        }
    }

    @Test
    void goesOnAfterAnError() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        CoordinatorState state = held();
        ReadDirector failing = (node, blocks) -> {
            if (asked.incrementAndGet() == 1) {
                throw new OutOfMemoryError("for this once");
            }
        };

        try (PinnedReplicaPublisher teller = PinnedReplicaPublisher.start(state, failing, Duration.ofMillis(1))) {
            assertThat(teller).isNotNull();
            await().until(() -> asked.get() == 2);
        }

        assertThat(state.counters().get(CoordinatorCounter.ERRORS)).isEqualTo(1);
    }

    @Test
    void saysAgainWhatWasNotTaken() throws Exception {
        CoordinatorState state = held();

        try (PinnedReplicaPublisher teller =
                PinnedReplicaPublisher.start(state, this::director, Duration.ofMillis(1))) {
            assertThat(teller).isNotNull();
            await().until(() -> told.size() == 2);
        }

        assertThat(told).containsExactly(List.of(BLOCK), List.of(BLOCK));
    }

    /** An agent holds the block. */
    private static CoordinatorState held() throws Exception {
        CoordinatorState state =
                new CoordinatorState(CoordinatorSettings.read(Map.of()).state(), Clock.system(), 1);
        state.directReads(RemoteReads.ALWAYS, 64);
        state.register(
                RegisterRequest.newBuilder()
                        .setNode("n1")
                        .setHost("n1.example")
                        .setBudgetBytes(1 << 20)
                        .setPins(true)
                        .addDevices(Device.newBuilder().setStorage("s").setStorageType("DISK"))
                        .addHeld(Held.newBuilder()
                                .setBlock(Translation.block(BLOCK))
                                .setStorage("s")
                                .setBytes(10))
                        .build(),
                Optional.empty());
        return state;
    }
}

package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.stub.StreamObserver;
import io.tiercel.config.ConfigException;
import io.tiercel.coordinator.CoordinatorSettings;
import io.tiercel.coordinator.FakeFiles;
import io.tiercel.coordinator.identity.Permissions;
import io.tiercel.coordinator.identity.SimpleAuthenticator;
import io.tiercel.coordinator.state.Clock;
import io.tiercel.coordinator.state.CoordinatorCounters;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.ErrorGuard;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Placed;
import io.tiercel.protocol.ResidencyEvents;
import io.tiercel.protocol.ResidencyGrpc;
import io.tiercel.protocol.WatchRequest;
import io.tiercel.security.CallHeaders;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResidencyServiceTest {
    /** Lookups that wait until the test runs them. */
    private final Deque<Runnable> lookups = new ArrayDeque<>();

    private final ScheduledThreadPoolExecutor sender = new ScheduledThreadPoolExecutor(0) {
        @Override
        public void execute(Runnable task) {
            task.run();
        }
    };
    private final Stream events = new Stream();
    private final CoordinatorState state = new CoordinatorState(settings().state(), Clock.system(), 1);
    private final ResidencyService service = new ResidencyService(
            state,
            new SecurePermissions(),
            new FakeFiles(),
            new FairCalls(lookups::add, 8, 8),
            new StreamFlusher(new ErrorGuard(state.counters()), sender, 1_000_000));

    @AfterEach
    void stop() {
        sender.shutdownNow();
    }

    private static CoordinatorSettings settings() {
        try {
            return CoordinatorSettings.read(Map.of());
        } catch (ConfigException e) {
            throw new IllegalStateException(e);
        }
    }

    private void asAlice(Consumer<StreamObserver<WatchRequest>> calls) {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.USER, "alice");
        new CallerIdentity(new SimpleAuthenticator(), Permissions.everything(), 100, new CoordinatorCounters())
                .interceptCall(new FakeCall<>(ResidencyGrpc.getWatchMethod()), headers, (nobody, same) -> {
                    calls.accept(service.watch(events));
                    return new ServerCall.Listener<>() {};
                });
    }

    private static BlockId block(String pool, long id) {
        return BlockId.newBuilder().setPool(pool).setBlock(id).build();
    }

    private static WatchRequest add(int blocks) {
        WatchRequest.Builder request = WatchRequest.newBuilder();
        for (int i = 0; i < blocks; i++) {
            request.addAdd(block("pool", i));
        }
        return request.build();
    }

    /** Else gRPC would read on, and each request would stay in memory until HDFS has answered. */
    @Test
    void theNextRequestIsReadOnceTheOneBeforeIsHandled() {
        asAlice(stream -> {
            assertThat(events.requested).isEqualTo(1);
            stream.onNext(add(1_200));
            assertThat(events.requested).isEqualTo(1);

            int turns = 0;
            for (Runnable lookup = lookups.poll(); lookup != null; lookup = lookups.poll()) {
                assertThat(state.blocks()).isZero();
                lookup.run();
                turns++;
            }

            assertThat(turns).as("others get the thread in between").isEqualTo(3);
            assertThat(events.requested).isEqualTo(2);
            assertThat(state.blocks()).isEqualTo(1_200);
        });
    }

    @Test
    void aRequestOfTooManyBlocksIsRefused() {
        asAlice(stream -> stream.onNext(add(ResidencyService.MOST_BLOCKS + 1)));

        assertThat(lookups).isEmpty();
        assertThat(events.requested).as("nothing more is read").isEqualTo(1);
        assertThat(events.refusals)
                .containsExactly(
                        "INVALID_ARGUMENT: expected at most 10000 blocks in one request, got 10001; send several");
    }

    @Test
    void aNameThatIsNoneIsRefused() {
        asAlice(stream -> stream.onNext(
                WatchRequest.newBuilder().addAdd(block("p".repeat(256), 1)).build()));

        assertThat(events.refusals).containsExactly("INVALID_ARGUMENT: pool: expected at most 255 characters, got 256");
    }

    @Test
    void aBlockOnTooManyHostsIsRefused() {
        Placed.Builder placed = Placed.newBuilder().setBlock(block("pool", 1));
        for (int i = 0; i < 33; i++) {
            placed.addHosts("n" + i);
        }

        asAlice(stream ->
                stream.onNext(WatchRequest.newBuilder().addAddPlaced(placed).build()));

        assertThat(events.refusals)
                .containsExactly("INVALID_ARGUMENT: hosts: expected at most 32 for one block, got 33");
    }

    /** Counts the messages for which it is asked, and keeps refusals. */
    private static final class Stream extends FakeStream<ResidencyEvents> {
        private final List<String> refusals = new ArrayList<>();
        private int requested;

        @Override
        public void onError(Throwable error) {
            refusals.add(error.getMessage());
        }

        @Override
        public void request(int count) {
            requested += count;
        }
    }
}

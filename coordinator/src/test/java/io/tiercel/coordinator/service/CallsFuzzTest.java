package io.tiercel.coordinator.service;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.code_intelligence.jazzer.mutation.annotation.NotNull;
import com.code_intelligence.jazzer.mutation.annotation.WithSize;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.tiercel.config.ConfigException;
import io.tiercel.coordinator.CoordinatorSettings;
import io.tiercel.coordinator.FakeFiles;
import io.tiercel.coordinator.identity.Permissions;
import io.tiercel.coordinator.identity.SimpleAuthenticator;
import io.tiercel.coordinator.state.Clock;
import io.tiercel.coordinator.state.ContainerPreferences;
import io.tiercel.coordinator.state.CoordinatorCounters;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.ErrorGuard;
import io.tiercel.coordinator.store.DetachedHints;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.HintsGrpc;
import io.tiercel.protocol.LocateRequest;
import io.tiercel.protocol.PreferRequest;
import io.tiercel.protocol.PreferencesRequest;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.ProgressRequest;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.ReleaseRequest;
import io.tiercel.protocol.RenewRequest;
import io.tiercel.protocol.RetainRequest;
import io.tiercel.protocol.StatusRequest;
import io.tiercel.protocol.TiersRequest;
import io.tiercel.protocol.WatchRequest;
import io.tiercel.security.CallHeaders;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Applications and agents may say anything in any order, and time passes between. Each call is answered, by a status that tells the
 * caller what was wrong, never by one for an error of the coordinator's.
 */
class CallsFuzzTest {
    /** One thing that happens. */
    public sealed interface Step {
        void take(World world);
    }

    public record Prefetch(@NotNull PrefetchRequest request) implements Step {
        @Override
        public void take(World world) {
            world.hints.prefetch(request, new Answered<>());
        }
    }

    public record Retain(@NotNull RetainRequest request) implements Step {
        @Override
        public void take(World world) {
            world.hints.retain(request, new Answered<>());
        }
    }

    public record Release(@NotNull ReleaseRequest request) implements Step {
        @Override
        public void take(World world) {
            world.hints.release(request, new Answered<>());
        }
    }

    public record Renew(@NotNull RenewRequest request) implements Step {
        @Override
        public void take(World world) {
            world.hints.renew(request, new Answered<>());
        }
    }

    public record Read(@NotNull ReadRequest request) implements Step {
        @Override
        public void take(World world) {
            world.hints.read(request, new Answered<>());
        }
    }

    public record Locate(@NotNull LocateRequest request) implements Step {
        @Override
        public void take(World world) {
            world.residency.locate(request, new Answered<>());
        }
    }

    public record Prefer(@NotNull PreferRequest request) implements Step {
        @Override
        public void take(World world) {
            world.containers.prefer(request, new Answered<>());
        }
    }

    public record Preferences(@NotNull PreferencesRequest request) implements Step {
        @Override
        public void take(World world) {
            world.containers.preferences(request, new Answered<>());
        }
    }

    public record Register(@NotNull RegisterRequest request) implements Step {
        @Override
        public void take(World world) {
            world.agents.register(request, new Answered<>());
        }
    }

    public record Exchange(@NotNull ExchangeRequest request) implements Step {
        @Override
        public void take(World world) {
            world.agents.exchange(request, new Answered<>());
        }
    }

    public record AskStatus(@NotNull StatusRequest request) implements Step {
        @Override
        public void take(World world) {
            world.view.status(request, new Answered<>());
        }
    }

    public record AskTiers(@NotNull TiersRequest request) implements Step {
        @Override
        public void take(World world) {
            world.view.tiers(request, new Answered<>());
        }
    }

    public record AskProgress(@NotNull ProgressRequest request) implements Step {
        @Override
        public void take(World world) {
            world.view.progress(request, new Answered<>());
        }
    }

    public record Watch(@NotNull WatchRequest request) implements Step {
        @Override
        public void take(World world) {
            StreamObserver<WatchRequest> stream = world.residency.watch(new Answered<>());
            try {
                stream.onNext(request);
            } catch (IllegalArgumentException e) {
                // gRPC ends the call.
            }
            stream.onCompleted();
        }
    }

    public record Pass(int millis) implements Step {
        @Override
        public void take(World world) {
            world.nanos += Math.abs((long) millis) * 1_000_000;
            world.state.tick();
        }
    }

    private static final CoordinatorSettings SETTINGS = settings();

    private static CoordinatorSettings settings() {
        try {
            return CoordinatorSettings.read(Map.of());
        } catch (ConfigException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A coordinator with two files and an agent, and what has been said to it. */
    static final class World implements AutoCloseable {
        private long nanos = 1_000_000_000L;
        private final FakeFiles files = new FakeFiles();
        private final CoordinatorState state = new CoordinatorState(
                SETTINGS.state(), new Clock(() -> nanos, () -> Instant.ofEpochSecond(1_700_000_000L, nanos)), 1);
        private final ScheduledThreadPoolExecutor idle = new OnThisThread();
        private final StreamFlusher flusher = new StreamFlusher(new ErrorGuard(state.counters()), idle, 1_000_000);
        private final Permissions permissions = Permissions.everything();
        private final HintsService hints = new HintsService(
                state, files, new DetachedHints(() -> nanos / 1_000_000), new FairCalls(Runnable::run, 8, 8));
        private final ResidencyService residency =
                new ResidencyService(state, permissions, files, new FairCalls(Runnable::run, 8, 8), flusher);
        private final AgentsService agents = new AgentsService(state, permissions, 1_000, 30_000);
        private final StateService view =
                new StateService(state, permissions, files, new FairCalls(Runnable::run, 8, 8), flusher, 1_000);
        private final ContainersService containers = new ContainersService(
                new ContainerPreferences(SETTINGS.state(), new Clock(() -> nanos, Instant::now)), permissions);

        World() {
            files.write("/a", 3, 1 << 20, "n1", "n2");
            files.write("/b", 1, 5, "n1");
            new Register(RegisterRequest.newBuilder()
                            .setNode("n1")
                            .setHost("n1.example")
                            .setBudgetBytes(1 << 22)
                            .setPins(true)
                            .build())
                    .take(this);
        }

        @Override
        public void close() {
            idle.shutdownNow();
        }
    }

    /** What is sent to streams is sent at once; nothing is sent later. */
    private static final class OnThisThread extends ScheduledThreadPoolExecutor {
        OnThisThread() {
            super(0);
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public @Nullable ScheduledFuture<?> scheduleWithFixedDelay(
                Runnable task, long first, long delay, TimeUnit unit) {
            return null;
        }
    }

    /** Takes any answer but one that says the coordinator has failed. */
    private static final class Answered<T> extends FakeStream<T> {
        @Override
        public void onError(Throwable error) {
            Status status = Status.fromThrowable(error);
            if (status.getCode() == Status.Code.INTERNAL || status.getCode() == Status.Code.UNKNOWN) {
                throw new AssertionError("a call failed: " + status, error);
            }
        }
    }

    @FuzzTest(maxDuration = "10s")
    void everyCallIsAnswered(@NotNull @WithSize(max = 8) List<@NotNull Step> steps) {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.USER, "alice");
        try (World world = new World()) {
            new CallerIdentity(new SimpleAuthenticator(), world.permissions, 100, new CoordinatorCounters())
                    .interceptCall(new FakeCall<>(HintsGrpc.getPrefetchMethod()), headers, (nobody, same) -> {
                        steps.forEach(step -> step.take(world));
                        return new ServerCall.Listener<>() {};
                    });
        }
    }
}

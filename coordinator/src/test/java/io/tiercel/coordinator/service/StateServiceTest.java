package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.tiercel.config.ConfigException;
import io.tiercel.coordinator.CoordinatorSettings;
import io.tiercel.coordinator.FakeFiles;
import io.tiercel.coordinator.identity.Permissions;
import io.tiercel.coordinator.identity.SimpleAuthenticator;
import io.tiercel.coordinator.state.Clock;
import io.tiercel.coordinator.state.CoordinatorCounters;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.CoordinatorState.Terms;
import io.tiercel.coordinator.state.ErrorGuard;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.ProgressRequest;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.security.CallHeaders;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StateServiceTest {
    /** Sends nothing. */
    private final ScheduledThreadPoolExecutor idle = new ScheduledThreadPoolExecutor(0) {
        @Override
        public void execute(Runnable task) {}
    };

    private final FakeFiles files = new FakeFiles();
    private final CoordinatorState state = new CoordinatorState(settings().state(), Clock.system(), 1);
    private final StateService service = new StateService(
            state,
            Permissions.everything(),
            files,
            new FairCalls(Runnable::run, 8, 8),
            new StreamFlusher(new ErrorGuard(state.counters()), idle, 1_000_000),
            1_000);

    private static CoordinatorSettings settings() {
        try {
            return CoordinatorSettings.read(Map.of());
        } catch (ConfigException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void stop() {
        idle.shutdownNow();
    }

    private Follower follow(String user, String job) {
        Follower follower = new Follower();
        Metadata headers = new Metadata();
        headers.put(CallHeaders.USER, user);
        new CallerIdentity(new SimpleAuthenticator(), Permissions.everything(), 100, new CoordinatorCounters())
                .interceptCall(new FakeCall<>(StateGrpc.getProgressMethod()), headers, (nobody, same) -> {
                    service.progress(ProgressRequest.newBuilder().setJob(job).build(), follower);
                    return new ServerCall.Listener<>() {};
                });
        return follower;
    }

    private static final class Follower extends FakeStream<ProgressReply> {
        private @Nullable Throwable error;
        private Runnable cancelled = () -> {};

        @Override
        public void onError(Throwable e) {
            error = e;
        }

        @Override
        public void setOnCancelHandler(Runnable handler) {
            cancelled = handler;
        }
    }

    @Test
    void aUserFollowsAFewJobsAtATime() {
        List<ResolvedFile> file = List.of(files.write("/f", 1, 1 << 20, "n1"));
        for (String user : List.of("alice", "bob")) {
            state.hint(
                    new JobId(user, "job"),
                    file,
                    new Terms(EvictionMode.EXPLICIT, OptionalLong.empty(), OptionalLong.empty(), HintMark.NONE));
        }
        List<Follower> first = Stream.generate(() -> follow("alice", "job"))
                .limit(StateService.MOST_FOLLOWERS)
                .toList();
        assertThat(first).allSatisfy(follower -> assertThat(follower.error).isNull());

        assertThat(follow("alice", "job").error)
                .hasMessage(
                        "RESOURCE_EXHAUSTED: user alice follows the progress of jobs in 16 calls, as many as anybody"
                                + " may; end one of them first");
        assertThat(follow("bob", "job").error).isNull();
        assertThat(follow("bob", "unknown").error).hasMessage("NOT_FOUND: there is no job unknown");

        first.get(0).cancelled.run();
        first.get(0).cancelled.run();
        assertThat(follow("alice", "job").error).isNull();
        assertThat(follow("alice", "job").error).as("one has gone, not two").hasMessageContaining("RESOURCE_EXHAUSTED");
    }
}

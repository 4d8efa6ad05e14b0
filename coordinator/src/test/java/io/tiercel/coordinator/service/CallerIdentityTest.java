package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.grpc.stub.ServerCalls;
import io.tiercel.coordinator.identity.Authenticator.Authenticated;
import io.tiercel.coordinator.state.CoordinatorCounters;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.HintsGrpc;
import io.tiercel.protocol.LocateReply;
import io.tiercel.protocol.LocateRequest;
import io.tiercel.protocol.LocatedBlock;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.ProgressRequest;
import io.tiercel.protocol.ReadReply;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.ResidencyGrpc;
import io.tiercel.protocol.StateGrpc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallerIdentityTest {
    private final CallerIdentity identity = new CallerIdentity(
            headers -> new Authenticated(Optional.of(Caller.named("alice")), Optional.empty(), Optional.empty()),
            new OneDataNode(),
            2,
            new CoordinatorCounters());

    /** Permissions under which {@code dn/one@REALM} is the only DataNode. */
    private static final class OneDataNode extends SecurePermissions {
        @Override
        public void requireAnyDataNode(Optional<String> principal) {
            if (!principal.equals(Optional.of("dn/one@REALM"))) {
                throw Status.PERMISSION_DENIED.withDescription("no DataNode").asRuntimeException();
            }
        }
    }

    @Test
    void aMessageThatIsTooMuchDoesNotReachTheService() {
        ReadRequest large =
                ReadRequest.newBuilder().setJob("x".repeat(40 << 20)).build();
        List<String> heard = new ArrayList<>();
        ServerCallHandler<ReadRequest, ReadReply> service = (call, headers) -> new ServerCall.Listener<>() {
            @Override
            public void onMessage(ReadRequest message) {
                heard.add("message");
            }

            @Override
            public void onHalfClose() {
                heard.add("end");
            }
        };
        FakeCall<ReadRequest, ReadReply> first = new FakeCall<>(HintsGrpc.getReadMethod());
        ServerCall.Listener<ReadRequest> taken = identity.interceptCall(first, new Metadata(), service);
        taken.onMessage(large);
        taken.onHalfClose();
        assertThat(heard).containsExactly("message", "end");

        FakeCall<ReadRequest, ReadReply> second = new FakeCall<>(HintsGrpc.getReadMethod());
        ServerCall.Listener<ReadRequest> refused = identity.interceptCall(second, new Metadata(), service);
        refused.onMessage(large);
        refused.onHalfClose();
        refused.onComplete();
        assertThat(heard).hasSize(2);
        assertThat(second.closed()).isNotNull();
        assertThat(second.closed().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);

        taken.onComplete();
        FakeCall<ReadRequest, ReadReply> third = new FakeCall<>(HintsGrpc.getReadMethod());
        ServerCall.Listener<ReadRequest> later = identity.interceptCall(third, new Metadata(), service);
        later.onMessage(large);
        later.onComplete();
        assertThat(third.closed()).isNull();
    }

    private static LocateReply located(int bytes) {
        return LocateReply.newBuilder()
                .addBlocks(LocatedBlock.newBuilder().setPath("x".repeat(bytes)))
                .build();
    }

    /** Makes a call to a service that answers so. */
    private ServerCall.Listener<LocateRequest> locate(FakeCall<LocateRequest, LocateReply> call, LocateReply answer) {
        ServerCall.Listener<LocateRequest> listener = identity.interceptCall(
                call,
                new Metadata(),
                ServerCalls.asyncUnaryCall((request, observer) -> CallResponder.now(observer, () -> answer)));
        listener.onMessage(LocateRequest.getDefaultInstance());
        listener.onHalfClose();
        return listener;
    }

    @Test
    void answersThatTheirCallersDoNotTakeAreBounded() {
        FakeCall<LocateRequest, LocateReply> first = new FakeCall<>(ResidencyGrpc.getLocateMethod());
        ServerCall.Listener<LocateRequest> slow = locate(first, located(40 << 20));
        FakeCall<LocateRequest, LocateReply> second = new FakeCall<>(ResidencyGrpc.getLocateMethod());
        locate(second, located(40 << 20)).onComplete();

        assertThat(first.closed()).isEqualTo(Status.OK);
        assertThat(second.closed()).isNotNull();
        assertThat(second.closed().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(second.closed().getDescription()).contains("alice", "64 MiB");

        slow.onComplete();
        FakeCall<LocateRequest, LocateReply> third = new FakeCall<>(ResidencyGrpc.getLocateMethod());
        locate(third, located(40 << 20));
        assertThat(third.closed()).isEqualTo(Status.OK);
    }

    /** An error would end the stream, though others of the user's calls took the room. */
    @Test
    void whatAStreamSendsCountsUntilItIsReadyForMoreButIsNeverRefused() {
        List<ServerCall<ProgressRequest, ProgressReply>> streams = new ArrayList<>();
        ServerCallHandler<ProgressRequest, ProgressReply> service = (call, headers) -> {
            streams.add(call);
            return new ServerCall.Listener<>() {};
        };
        FakeCall<LocateRequest, LocateReply> answered = new FakeCall<>(ResidencyGrpc.getLocateMethod());
        ServerCall.Listener<LocateRequest> slow = locate(answered, located(60 << 20));
        FakeCall<ProgressRequest, ProgressReply> followed = new FakeCall<>(StateGrpc.getProgressMethod());
        ServerCall.Listener<ProgressRequest> follower = identity.interceptCall(followed, new Metadata(), service);

        streams.get(0)
                .sendMessage(ProgressReply.newBuilder()
                        .addFailures(BlockState.newBuilder().setReason("x".repeat(40 << 20)))
                        .build());
        assertThat(followed.closed()).isNull();

        slow.onComplete();
        FakeCall<LocateRequest, LocateReply> refused = new FakeCall<>(ResidencyGrpc.getLocateMethod());
        locate(refused, located(40 << 20)).onComplete();
        assertThat(refused.closed()).isNotNull();
        assertThat(refused.closed().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);

        follower.onReady();
        FakeCall<LocateRequest, LocateReply> taken = new FakeCall<>(ResidencyGrpc.getLocateMethod());
        locate(taken, located(40 << 20));
        assertThat(taken.closed()).isEqualTo(Status.OK);
    }

    /** The task waits for its turn in a queue, and has the request. */
    @Test
    void aRequestCountsUntilItsTaskIsDropped() {
        Deque<Runnable> tasks = new ArrayDeque<>();
        ReadRequest large =
                ReadRequest.newBuilder().setJob("x".repeat(40 << 20)).build();
        ServerCallHandler<ReadRequest, ReadReply> service = ServerCalls.asyncUnaryCall((request, observer) ->
                CallResponder.later(tasks::add, observer, () -> ReadReply.getDefaultInstance(), () -> {}));
        FakeCall<ReadRequest, ReadReply> first = new FakeCall<>(HintsGrpc.getReadMethod());
        Context.CancellableContext caller = Context.current().withCancellation();
        caller.run(() -> {
            ServerCall.Listener<ReadRequest> listener = identity.interceptCall(first, new Metadata(), service);
            listener.onMessage(large);
            listener.onHalfClose();
            caller.cancel(null);
            listener.onCancel();
        });

        FakeCall<ReadRequest, ReadReply> second = new FakeCall<>(HintsGrpc.getReadMethod());
        ServerCall.Listener<ReadRequest> refused = identity.interceptCall(second, new Metadata(), service);
        refused.onMessage(large);
        assertThat(second.closed()).isNotNull();
        refused.onComplete();

        tasks.remove().run();
        FakeCall<ReadRequest, ReadReply> third = new FakeCall<>(HintsGrpc.getReadMethod());
        identity.interceptCall(third, new Metadata(), service).onMessage(large);
        assertThat(third.closed()).isNull();
    }

    /** Asks for a message, as each service does. */
    private <Q, R> FakeCall<Q, R> call(MethodDescriptor<Q, R> method) {
        FakeCall<Q, R> call = new FakeCall<>(method);
        ServerCallHandler<Q, R> service = (same, headers) -> {
            same.request(1);
            return new ServerCall.Listener<>() {};
        };
        identity.interceptCall(call, new Metadata(), service);
        return call;
    }

    @Test
    void nothingIsReadOfAnAgentThatIsNoDataNode() {
        for (MethodDescriptor<?, ?> method : AgentsGrpc.getServiceDescriptor().getMethods()) {
            FakeCall<?, ?> call = call(method);
            assertThat(call.closed()).isNotNull();
            assertThat(call.closed().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
            assertThat(call.requested()).isZero();
        }
        // It does not count as open: two would be all that alice may have.
        FakeCall<?, ?> other = call(StateGrpc.getStatusMethod());
        assertThat(other.closed()).isNull();
        assertThat(other.requested()).isEqualTo(1);
    }
}

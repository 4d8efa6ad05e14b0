package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.tiercel.coordinator.identity.Authenticator.Authenticated;
import io.tiercel.coordinator.state.CoordinatorCounters;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.HintsGrpc;
import io.tiercel.protocol.ReadReply;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.StateGrpc;
import java.util.ArrayList;
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

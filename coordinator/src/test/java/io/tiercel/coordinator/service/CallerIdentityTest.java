package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.tiercel.coordinator.identity.Authenticator.Authenticated;
import io.tiercel.coordinator.identity.Permissions;
import io.tiercel.coordinator.state.CoordinatorCounters;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.StateGrpc;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallerIdentityTest {
    private static final CallerIdentity IDENTITY = new CallerIdentity(
            headers -> new Authenticated(Optional.of(Caller.named("alice")), Optional.empty(), Optional.empty()),
            new OneDataNode(),
            2,
            new CoordinatorCounters());

    /** Permissions under which {@code dn/one@REALM} is the only DataNode. */
    private record OneDataNode() implements Permissions {
        @Override
        public void requireAnyDataNode(Optional<String> principal) {
            if (!principal.equals(Optional.of("dn/one@REALM"))) {
                throw Status.PERMISSION_DENIED.withDescription("no DataNode").asRuntimeException();
            }
        }

        @Override
        public void requireDataNode(Optional<String> principal, String node, String host) {}

        @Override
        public boolean isAdministrator(Optional<Caller> caller) {
            return false;
        }

        @Override
        public boolean isResourceManager(Optional<Caller> caller) {
            return false;
        }

        @Override
        public boolean guardsResidency() {
            return true;
        }
    }

    /** Asks for a message, as each service does. */
    private static <Q, R> FakeCall<Q, R> call(MethodDescriptor<Q, R> method) {
        FakeCall<Q, R> call = new FakeCall<>(method);
        ServerCallHandler<Q, R> service = (same, headers) -> {
            same.request(1);
            return new ServerCall.Listener<>() {};
        };
        IDENTITY.interceptCall(call, new Metadata(), service);
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
        // Nor does it count as open: two would be all that alice may have.
        FakeCall<?, ?> other = call(StateGrpc.getStatusMethod());
        assertThat(other.closed()).isNull();
        assertThat(other.requested()).isEqualTo(1);
    }
}

package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.tiercel.coordinator.state.CoordinatorCounter;
import io.tiercel.coordinator.state.CoordinatorCounters;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.protocol.StatusReply;
import io.tiercel.protocol.StatusRequest;
import org.junit.jupiter.api.Test;

class RefusedCallsTest {
    private final CoordinatorCounters counters = new CoordinatorCounters();

    private void closeWith(Status status) {
        FakeCall<StatusRequest, StatusReply> call = new FakeCall<>(StateGrpc.getStatusMethod());
        new RefusedCalls(counters).interceptCall(call, new Metadata(), (seen, headers) -> {
            seen.close(status, new Metadata());
            return new ServerCall.Listener<StatusRequest>() {};
        });
        assertThat(call.closed()).isEqualTo(status);
    }

    @Test
    void countsCallsThatMeetALimitAndNoOthers() {
        closeWith(Status.OK);
        closeWith(Status.PERMISSION_DENIED);
        assertThat(counters.get(CoordinatorCounter.REFUSED_CALLS)).isZero();
        closeWith(Status.RESOURCE_EXHAUSTED.withDescription("too much"));
        assertThat(counters.get(CoordinatorCounter.REFUSED_CALLS)).isEqualTo(1);
    }
}

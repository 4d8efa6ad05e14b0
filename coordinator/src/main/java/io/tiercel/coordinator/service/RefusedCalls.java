package io.tiercel.coordinator.service;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.tiercel.coordinator.state.CoordinatorCounter;
import io.tiercel.coordinator.state.CoordinatorCounters;

/** Counts the calls that end because they meet a limit. */
public record RefusedCalls(CoordinatorCounters counters) implements ServerInterceptor {
    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        return next.startCall(
                new SimpleForwardingServerCall<>(call) {
                    @Override
                    public void close(Status status, Metadata trailers) {
                        if (status.getCode() == Status.Code.RESOURCE_EXHAUSTED) {
                            counters.count(CoordinatorCounter.REFUSED_CALLS);
                        }
                        super.close(status, trailers);
                    }
                },
                headers);
    }
}

package io.tiercel.coordinator.service;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.tiercel.security.CallHeaders;

/** Adds the coordinator's epoch to every answer: callers ignore a coordinator whose epoch is lower than another's. */
public record EpochInterceptor(long epoch) implements ServerInterceptor {
    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        return next.startCall(
                new SimpleForwardingServerCall<>(call) {
                    @Override
                    public void sendHeaders(Metadata answer) {
                        answer.put(CallHeaders.EPOCH, Long.toString(epoch));
                        super.sendHeaders(answer);
                    }

                    /** A refusal has no other headers. */
                    @Override
                    public void close(Status status, Metadata trailers) {
                        trailers.put(CallHeaders.EPOCH, Long.toString(epoch));
                        super.close(status, trailers);
                    }
                },
                headers);
    }
}

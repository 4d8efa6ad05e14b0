package io.tiercel.coordinator.service;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/** A call without a connection. Takes note of what is asked of it. */
final class FakeCall<Q, R> extends ServerCall<Q, R> {
    private final MethodDescriptor<Q, R> method;
    private @Nullable Status closed;
    private int requested;

    FakeCall(MethodDescriptor<Q, R> method) {
        this.method = method;
    }

    /** How it was closed; null if it is open. */
    @Nullable
    Status closed() {
        return closed;
    }

    /** How many messages were asked for. */
    int requested() {
        return requested;
    }

    @Override
    public void request(int messages) {
        requested += messages;
    }

    @Override
    public void sendHeaders(Metadata headers) {}

    @Override
    public void sendMessage(R message) {}

    @Override
    public void close(Status status, Metadata trailers) {
        if (closed != null) {
            throw new IllegalStateException("closed twice");
        }
        closed = status;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public MethodDescriptor<Q, R> getMethodDescriptor() {
        return method;
    }
}

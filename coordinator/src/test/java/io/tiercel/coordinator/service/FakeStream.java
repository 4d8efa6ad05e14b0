package io.tiercel.coordinator.service;

import io.grpc.stub.ServerCallStreamObserver;

/** A caller's stream without a connection: always ready, and takes no note of anything. */
abstract class FakeStream<T> extends ServerCallStreamObserver<T> {
    @Override
    public void onNext(T reply) {}

    @Override
    public void onCompleted() {}

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public void setOnCancelHandler(Runnable handler) {}

    @Override
    public void setOnReadyHandler(Runnable handler) {}

    @Override
    public void disableAutoInboundFlowControl() {}

    @Override
    public void disableAutoRequest() {}

    @Override
    public void request(int count) {}

    @Override
    public void setMessageCompression(boolean enable) {}

    @Override
    public void setCompression(String compression) {}
}

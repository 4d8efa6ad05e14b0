package io.tiercel.coordinator;

import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tiercel.protocol.ResidencyEvents;
import io.tiercel.protocol.WatchRequest;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Opens a stream and never asks for a message of it. */
final class SlowReader implements ClientResponseObserver<WatchRequest, ResidencyEvents> {
    private final AtomicInteger heard = new AtomicInteger();
    private volatile @Nullable ClientCallStreamObserver<WatchRequest> requests;

    @Override
    public void beforeStart(ClientCallStreamObserver<WatchRequest> stream) {
        stream.disableAutoRequestWithInitial(0);
        requests = stream;
    }

    boolean started() {
        return requests != null;
    }

    void send(WatchRequest request) {
        ClientCallStreamObserver<WatchRequest> stream = requests;
        if (stream != null) {
            stream.onNext(request);
        }
    }

    int heard() {
        return heard.get();
    }

    @Override
    public void onNext(ResidencyEvents events) {
        heard.incrementAndGet();
    }

    @Override
    public void onError(Throwable error) {
        // The test is over.
    }

    @Override
    public void onCompleted() {
        // As above.
    }
}

package io.tiercel.coordinator.service;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.ProgressFeed;
import io.tiercel.protocol.ProgressReply;
import java.util.Optional;

/** One who follows a job, until nothing of it is on its way any more. */
final class ProgressStream implements StreamFlusher.Outlet {
    private final CoordinatorState state;
    private final StreamFlusher pump;
    private final ProgressFeed feed;
    private final ServerCallStreamObserver<ProgressReply> observer;

    ProgressStream(
            CoordinatorState state,
            StreamFlusher pump,
            ProgressFeed feed,
            ServerCallStreamObserver<ProgressReply> observer) {
        this.state = state;
        this.pump = pump;
        this.feed = feed;
        this.observer = observer;
        observer.setOnReadyHandler(pump::wake);
        observer.setOnCancelHandler(this::end);
    }

    private void end() {
        pump.remove(this);
    }

    @Override
    public void pump() {
        if (!observer.isReady() || observer.isCancelled()) {
            return;
        }
        if (state.hasEnded(feed)) {
            end();
            observer.onError(Status.NOT_FOUND
                    .withDescription("the job has ended: it was released, or its lease ran out")
                    .asRuntimeException());
            return;
        }
        Optional<ProgressFeed.Progress> progress = state.drain(feed);
        if (progress.isEmpty()) {
            return;
        }
        observer.onNext(progress.get().message());
        if (progress.get().settled()) {
            end();
            observer.onCompleted();
        }
    }
}

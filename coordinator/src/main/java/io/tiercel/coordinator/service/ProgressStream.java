package io.tiercel.coordinator.service;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.ProgressFeed;
import io.tiercel.coordinator.state.Views;
import io.tiercel.protocol.HostProgress;
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
        state.close(feed);
    }

    @Override
    public void pump() {
        if (!observer.isReady() || observer.isCancelled()) {
            return;
        }
        if (state.ended(feed)) {
            end();
            observer.onError(Status.NOT_FOUND
                    .withDescription("the job has ended: it was released, or its lease ran out")
                    .asRuntimeException());
            return;
        }
        Optional<Views.Progress> progress = state.drain(feed);
        if (progress.isEmpty()) {
            return;
        }
        observer.onNext(reply(progress.get()));
        if (progress.get().settled()) {
            end();
            observer.onCompleted();
        }
    }

    private static ProgressReply reply(Views.Progress progress) {
        ProgressReply.Builder reply = ProgressReply.newBuilder().setBlocks(Translation.counts(progress.counts()));
        for (Views.HostShare share : progress.hosts()) {
            reply.addHosts(HostProgress.newBuilder()
                    .setHost(share.host())
                    .setResidentBytes(share.residentBytes())
                    .setBoundBytes(share.boundBytes()));
        }
        reply.setWaitingForRoom(progress.waitingForRoom());
        progress.failures().forEach(failure -> reply.addFailures(Translation.block(failure)));
        return reply.build();
    }
}

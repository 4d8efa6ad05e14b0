package io.tiercel.coordinator.service;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tiercel.coordinator.identity.Permissions;
import io.tiercel.coordinator.state.CoordinatorCounter;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.ProgressFeed;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.hdfs.resolve.FileResolver;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.Resolution;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.protocol.FileTiers;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.ProgressRequest;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.protocol.StatusReply;
import io.tiercel.protocol.StatusRequest;
import io.tiercel.protocol.TiersReply;
import io.tiercel.protocol.TiersRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The state for people and tools. */
public final class StateService extends StateGrpc.StateImplBase {
    /** Calls in which one user follows jobs. */
    static final int MOST_FOLLOWERS = 16;

    private final CoordinatorState state;
    private final Permissions permissions;
    private final FileResolver files;
    private final FairCalls lookups;
    private final StreamFlusher pump;
    private final long intervalMillis;
    private final Followers followers = new Followers(MOST_FOLLOWERS);

    /** @param pump for followers of jobs alone: a look at a large job takes long */
    public StateService(
            CoordinatorState state,
            Permissions permissions,
            FileResolver files,
            FairCalls lookups,
            StreamFlusher pump,
            long intervalMillis) {
        this.state = state;
        this.permissions = permissions;
        this.files = files;
        this.lookups = lookups;
        this.pump = pump;
        this.intervalMillis = intervalMillis;
    }

    @Override
    public void status(StatusRequest request, StreamObserver<StatusReply> observer) {
        CallResponder.now(observer, () -> {
            boolean mayKnowAll = permissions.isAdministrator(CallerIdentity.found());
            StatusReply.Builder status = (mayKnowAll ? state.status() : state.statusOf(CallerIdentity.user()))
                    .toBuilder().setIntervalMillis(intervalMillis);
            if (mayKnowAll) {
                for (CoordinatorCounter counter : CoordinatorCounter.values()) {
                    status.putCounters(counter.metric(), state.counters().get(counter));
                }
            }
            return status.build();
        });
    }

    @Override
    public void tiers(TiersRequest request, StreamObserver<TiersReply> observer) {
        CallResponder.later(lookups.of(CallerIdentity.userOrNobody()), observer, () -> {
            Resolution resolved = files.resolve(
                    CallerIdentity.caller(),
                    List.of(new PathSelection(request.getPath(), List.of())),
                    CallResponder::isAbandoned);
            TiersReply.Builder reply = TiersReply.newBuilder();
            resolved.files().forEach(file -> reply.addFiles(tiers(file)));
            resolved.skips().forEach(skip -> reply.addSkipped(Translation.skipped(skip)));
            return reply.build();
        });
    }

    private FileTiers tiers(ResolvedFile file) {
        Map<String, Long> stored = new TreeMap<>();
        file.blocks().forEach(block -> block.replicas()
                .forEach(replica -> stored.merge(replica.storageType(), block.length(), Long::sum)));
        FileTiers.Builder tiers = FileTiers.newBuilder()
                .setPath(file.path())
                .setLength(file.version().length())
                .putAllStoredBytes(stored);
        state.memory(file, tiers);
        return tiers.build();
    }

    @Override
    public void progress(ProgressRequest request, StreamObserver<ProgressReply> observer) {
        ProgressFeed feed;
        Runnable over;
        try {
            feed = state.follow(CallerIdentity.job(request.getJob())).orElseThrow(() -> Status.NOT_FOUND
                    .withDescription("there is no job " + request.getJob())
                    .asRuntimeException());
            over = followers.begin(CallerIdentity.user());
        } catch (RuntimeException e) {
            observer.onError(CallResponder.error(e));
            return;
        }
        pump.add(new ProgressStream(state, pump, feed, over, (ServerCallStreamObserver<ProgressReply>) observer));
    }

    /** One who follows a job, until nothing of it is on its way any more. */
    private static final class ProgressStream implements StreamFlusher.Outlet {
        private final CoordinatorState state;
        private final StreamFlusher pump;
        private final ProgressFeed feed;
        private final Runnable over;
        private final ServerCallStreamObserver<ProgressReply> observer;

        /** @param over called when it ends, once or more */
        ProgressStream(
                CoordinatorState state,
                StreamFlusher pump,
                ProgressFeed feed,
                Runnable over,
                ServerCallStreamObserver<ProgressReply> observer) {
            this.state = state;
            this.pump = pump;
            this.feed = feed;
            this.over = over;
            this.observer = observer;
            observer.setOnReadyHandler(pump::wake);
            observer.setOnCancelHandler(this::end);
        }

        @Override
        public void failed(RuntimeException e) {
            end();
            if (!observer.isCancelled()) {
                observer.onError(CallResponder.error(e));
            }
        }

        private void end() {
            pump.remove(this);
            over.run();
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
}

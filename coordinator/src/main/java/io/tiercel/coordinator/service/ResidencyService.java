package io.tiercel.coordinator.service;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.ResidencyFeed;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.hdfs.resolve.FileResolver;
import io.tiercel.hdfs.resolve.Resolution;
import io.tiercel.hdfs.resolve.Resolution.FileBlock;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.LocateReply;
import io.tiercel.protocol.LocateRequest;
import io.tiercel.protocol.LocatedBlock;
import io.tiercel.protocol.ResidencyEvents;
import io.tiercel.protocol.ResidencyGrpc;
import io.tiercel.protocol.WatchRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Answers which blocks are in memory on which nodes. */
public final class ResidencyService extends ResidencyGrpc.ResidencyImplBase {
    private final CoordinatorState state;
    private final FileResolver files;
    private final Executor lookups;
    private final StreamFlusher pump;

    public ResidencyService(CoordinatorState state, FileResolver files, Executor lookups, StreamFlusher pump) {
        this.state = state;
        this.files = files;
        this.lookups = lookups;
        this.pump = pump;
    }

    @Override
    public StreamObserver<WatchRequest> watch(StreamObserver<ResidencyEvents> observer) {
        WatchStream stream = new WatchStream(state, pump, (ServerCallStreamObserver<ResidencyEvents>) observer);
        pump.add(stream);
        return stream;
    }

    @Override
    public void locate(LocateRequest request, StreamObserver<LocateReply> observer) {
        CallResponder.later(lookups, observer, () -> {
            Resolution resolved = files.resolve(CallerIdentity.caller(), Translation.some(request.getDataList()));
            LocateReply.Builder reply = LocateReply.newBuilder();
            resolved.files().forEach(file -> file.blocks().forEach(block -> reply.addBlocks(located(file, block))));
            resolved.skips().forEach(skip -> reply.addSkipped(Translation.skipped(skip)));
            return reply.build();
        });
    }

    private static LocatedBlock located(ResolvedFile file, FileBlock block) {
        LocatedBlock.Builder located = LocatedBlock.newBuilder()
                .setBlock(Translation.block(block.id()))
                .setPath(file.path())
                .setOffset(block.offset())
                .setLength(block.length());
        block.replicas().forEach(replica -> located.addHosts(replica.host()));
        return located.build();
    }

    /** One watcher. Requests come on gRPC's threads, one after the other; events go on the pump's. */
    private static final class WatchStream implements StreamObserver<WatchRequest>, StreamFlusher.Outlet {
        /** About 150 KB. */
        private static final int MOST_EVENTS = 2_000;

        private final CoordinatorState state;
        private final StreamFlusher pump;
        private final ServerCallStreamObserver<ResidencyEvents> events;
        private final ResidencyFeed feed;

        WatchStream(CoordinatorState state, StreamFlusher pump, ServerCallStreamObserver<ResidencyEvents> events) {
            this.state = state;
            this.pump = pump;
            this.events = events;
            this.feed = new ResidencyFeed();
            events.setOnReadyHandler(pump::wake);
            events.setOnCancelHandler(this::end);
        }

        @Override
        public void onNext(WatchRequest request) {
            Map<BlockId, List<String>> added = new LinkedHashMap<>();
            request.getAddList().forEach(id -> added.put(Translation.block(id), List.of()));
            request.getAddPlacedList()
                    .forEach(placed ->
                            added.put(Translation.block(placed.getBlock()), Translation.hosts(placed.getHostsList())));
            try {
                state.unwatch(feed, Translation.blocks(request.getRemoveList()));
                state.watch(feed, added);
            } catch (RuntimeException e) {
                end();
                last(() -> events.onError(CallResponder.error(e)));
                return;
            }
            pump.wake();
        }

        @Override
        public void pump() {
            while (events.isReady() && !events.isCancelled()) {
                Optional<ResidencyEvents> news = state.drain(feed, MOST_EVENTS);
                if (news.isEmpty()) {
                    return;
                }
                if (news.get().getComplete() || news.get().getEventsCount() > 0) {
                    events.onNext(news.get());
                }
            }
        }

        @Override
        public void failed(RuntimeException e) {
            end();
            if (!events.isCancelled()) {
                events.onError(CallResponder.error(e));
            }
        }

        private void end() {
            pump.remove(this);
            state.close(feed);
        }

        @Override
        public void onError(Throwable gone) {
            end();
        }

        @Override
        public void onCompleted() {
            end();
            last(events::onCompleted);
        }

        /** On the pump's thread, because it may be sending. */
        private void last(Runnable word) {
            pump.once(() -> {
                if (!events.isCancelled()) {
                    word.run();
                }
            });
        }
    }
}

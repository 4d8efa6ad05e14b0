package io.tiercel.coordinator.service;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tiercel.coordinator.identity.Permissions;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.ResidencyFeed;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.hdfs.resolve.Caller;
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
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Answers which blocks are in memory on which nodes. */
public final class ResidencyService extends ResidencyGrpc.ResidencyImplBase {
    private final CoordinatorState state;
    private final Permissions permissions;
    private final FileResolver files;
    private final Executor lookups;
    private final StreamFlusher pump;

    public ResidencyService(
            CoordinatorState state, Permissions permissions, FileResolver files, Executor lookups, StreamFlusher pump) {
        this.state = state;
        this.permissions = permissions;
        this.files = files;
        this.lookups = lookups;
        this.pump = pump;
    }

    @Override
    public StreamObserver<WatchRequest> watch(StreamObserver<ResidencyEvents> observer) {
        Readable readable;
        if (permissions.guardsResidency()) {
            Caller caller = CallerIdentity.caller();
            readable = blocks -> files.readable(caller, blocks);
        } else {
            readable = null;
        }
        WatchStream stream =
                new WatchStream(state, pump, lookups, readable, (ServerCallStreamObserver<ResidencyEvents>) observer);
        pump.add(stream);
        return stream;
    }

    @Override
    public void locate(LocateRequest request, StreamObserver<LocateReply> observer) {
        CallResponder.later(lookups, observer, () -> {
            Resolution resolved = files.resolve(
                    CallerIdentity.caller(), Translation.some(request.getDataList()), CallResponder::isAbandoned);
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

    /** Those of blocks that the watcher may read. May wait for HDFS. */
    private interface Readable {
        Set<BlockId> among(Collection<BlockId> blocks) throws IOException;
    }

    /** One watcher. Requests come on gRPC's threads, one after the other; events go on the pump's. */
    private static final class WatchStream implements StreamObserver<WatchRequest>, StreamFlusher.Outlet {
        /** About 150 KB. */
        private static final int MOST_EVENTS = 2_000;

        private final CoordinatorState state;
        private final StreamFlusher pump;
        private final Executor lookups;
        private final @Nullable Readable readable;
        private final ServerCallStreamObserver<ResidencyEvents> events;
        private final ResidencyFeed feed;

        /** The last request that is being looked up: each waits for the one before. */
        private CompletableFuture<Void> lookup = CompletableFuture.completedFuture(null);

        /** @param readable null if everybody may know of every block */
        WatchStream(
                CoordinatorState state,
                StreamFlusher pump,
                Executor lookups,
                @Nullable Readable readable,
                ServerCallStreamObserver<ResidencyEvents> events) {
            this.state = state;
            this.pump = pump;
            this.lookups = lookups;
            this.readable = readable;
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
            List<BlockId> removed = Translation.blocks(request.getRemoveList());
            Readable guard = readable;
            // Before the guard: the watcher waits for an answer even if it may know of none of them.
            boolean addsBlocks = !added.isEmpty();
            if (guard == null) {
                take(removed, added, addsBlocks);
                return;
            }
            lookup = lookup.thenRunAsync(
                            () -> {
                                try {
                                    added.keySet().retainAll(guard.among(added.keySet()));
                                    take(removed, added, addsBlocks);
                                } catch (IOException e) {
                                    refuse(e);
                                }
                            },
                            lookups)
                    .exceptionally(error -> {
                        refuse(error instanceof CompletionException ? error.getCause() : error);
                        return null;
                    });
        }

        /** @param addsBlocks the request had blocks to add, even if none is left of them */
        private void take(List<BlockId> removed, Map<BlockId, List<String>> added, boolean addsBlocks) {
            try {
                state.unwatch(feed, removed);
                if (addsBlocks) {
                    state.watch(feed, added);
                }
            } catch (RuntimeException e) {
                refuse(e);
                return;
            }
            pump.wake();
        }

        private void refuse(Throwable error) {
            end();
            last(() -> events.onError(CallResponder.error(error)));
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

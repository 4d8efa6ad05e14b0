package io.tiercel.coordinator.service;

import io.grpc.Context;
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
import io.tiercel.protocol.Placed;
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
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Answers which blocks are in memory on which nodes. */
public final class ResidencyService extends ResidencyGrpc.ResidencyImplBase {
    /** Blocks that one request may name. Our own client names 5,000 at a time. */
    static final int MOST_BLOCKS = 10_000;

    /** The name of a host may have so many characters. Pools have shorter names. */
    private static final int MOST_CHARACTERS = 255;

    /** About 100 MB. */
    private static final int MOST_WAITING = 1_000_000;

    private final CoordinatorState state;
    private final Permissions permissions;
    private final FileResolver files;
    private final FairCalls lookups;
    private final StreamFlusher pump;
    private final WaitingNames waiting = new WaitingNames(MOST_WAITING);

    public ResidencyService(
            CoordinatorState state,
            Permissions permissions,
            FileResolver files,
            FairCalls lookups,
            StreamFlusher pump) {
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
            readable = blocks -> files.readable(caller, blocks, CallResponder::isAbandoned);
        } else {
            readable = null;
        }
        String user = CallerIdentity.userOrNobody();
        ServerCallStreamObserver<ResidencyEvents> events = (ServerCallStreamObserver<ResidencyEvents>) observer;
        // A request that waits for HDFS takes heap: the next one is taken from the network once this one is handled.
        events.disableAutoRequest();
        WatchStream stream = new WatchStream(state, pump, lookups.of(user), waiting, user, readable, events);
        pump.add(stream);
        events.request(1);
        return stream;
    }

    @Override
    public void locate(LocateRequest request, StreamObserver<LocateReply> observer) {
        try {
            Translation.requireSome(request.getDataList());
        } catch (RuntimeException e) {
            observer.onError(CallResponder.error(e));
            return;
        }
        CallResponder.later(lookups.of(CallerIdentity.userOrNobody()), observer, () -> {
            Resolution resolved = files.resolve(
                    CallerIdentity.caller(), Translation.selections(request.getDataList()), CallResponder::isAbandoned);
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

    /**
     * One watcher. Requests come on gRPC's threads, each once the one before is handled; events go on the pump's.
     */
    private static final class WatchStream implements StreamObserver<WatchRequest>, StreamFlusher.Outlet {
        /** About 150 KB. */
        private static final int MOST_EVENTS = 2_000;

        /** Blocks that are looked up before others get the thread. */
        private static final int BLOCKS_IN_A_TURN = 500;

        private final CoordinatorState state;
        private final StreamFlusher pump;
        private final Executor lookups;
        private final WaitingNames waiting;
        private final String user;
        private final @Nullable Readable readable;
        private final ServerCallStreamObserver<ResidencyEvents> events;
        private final ResidencyFeed feed;

        /** @param readable null if everybody may know of every block */
        WatchStream(
                CoordinatorState state,
                StreamFlusher pump,
                Executor lookups,
                WaitingNames waiting,
                String user,
                @Nullable Readable readable,
                ServerCallStreamObserver<ResidencyEvents> events) {
            this.state = state;
            this.pump = pump;
            this.lookups = lookups;
            this.waiting = waiting;
            this.user = user;
            this.readable = readable;
            this.events = events;
            this.feed = new ResidencyFeed(user);
            events.setOnReadyHandler(pump::wake);
            events.setOnCancelHandler(this::end);
        }

        @Override
        public void onNext(WatchRequest request) {
            try {
                requireBounds(request);
            } catch (IllegalArgumentException e) {
                refuse(e);
                return;
            }
            Map<BlockId, List<String>> added = new LinkedHashMap<>();
            request.getAddList().forEach(id -> added.put(Translation.block(id), List.of()));
            request.getAddPlacedList()
                    .forEach(placed ->
                            added.put(Translation.block(placed.getBlock()), Translation.hosts(placed.getHostsList())));
            List<BlockId> removed = Translation.blocks(request.getRemoveList());
            Readable guard = readable;
            // Before the guard: the watcher waits for an answer even if it may know of none of them.
            boolean addsBlocks = !added.isEmpty();
            if (guard == null || !addsBlocks) {
                take(removed, added, addsBlocks);
                return;
            }
            int names = removed.size() + added.size();
            for (List<String> hosts : added.values()) {
                names += hosts.size();
            }
            Runnable over = waiting.begin(user, names).orElse(null);
            if (over == null) {
                refuse(CallResponder.BUSY.asRuntimeException());
                return;
            }
            new Lookup(guard, removed, added, over).start();
        }

        private static void requireBounds(WatchRequest request) {
            int blocks = request.getAddCount() + request.getAddPlacedCount() + request.getRemoveCount();
            if (blocks > MOST_BLOCKS) {
                throw new IllegalArgumentException(
                        "expected at most " + MOST_BLOCKS + " blocks in one request, got " + blocks + "; send several");
            }
            request.getAddList().forEach(WatchStream::requireName);
            for (Placed placed : request.getAddPlacedList()) {
                requireName(placed.getBlock());
                requireHosts(placed.getHostsList());
            }
        }

        private static void requireName(io.tiercel.protocol.BlockId id) {
            if (id.getPool().length() > MOST_CHARACTERS) {
                throw new IllegalArgumentException("pool: expected at most " + MOST_CHARACTERS + " characters, got "
                        + id.getPool().length());
            }
        }

        private static void requireHosts(List<String> hosts) {
            if (hosts.size() > ResidencyFeed.MOST_HOSTS) {
                throw new IllegalArgumentException(
                        "hosts: expected at most " + ResidencyFeed.MOST_HOSTS + " for one block, got " + hosts.size());
            }
            for (String host : hosts) {
                if (host.length() > MOST_CHARACTERS) {
                    throw new IllegalArgumentException(
                            "hosts: expected at most " + MOST_CHARACTERS + " characters each, got " + host.length());
                }
            }
        }

        /** Looks a request's blocks up, some at a time: no request keeps a thread for long. */
        private final class Lookup {
            private final Context context = Context.current();
            private final Readable guard;
            private final List<BlockId> removed;
            private final Map<BlockId, List<String>> added;
            private final List<BlockId> blocks;
            private final Runnable over;
            private int next;

            /** @param over has to be called once, in the end */
            Lookup(Readable guard, List<BlockId> removed, Map<BlockId, List<String>> added, Runnable over) {
                this.guard = guard;
                this.removed = removed;
                this.added = added;
                this.blocks = List.copyOf(added.keySet());
                this.over = over;
            }

            void start() {
                try {
                    lookups.execute(context.wrap(this::turn));
                } catch (RejectedExecutionException e) {
                    over.run();
                    refuse(CallResponder.BUSY.asRuntimeException());
                }
            }

            private void turn() {
                try {
                    if (CallResponder.isAbandoned()) {
                        over.run();
                        return;
                    }
                    List<BlockId> some = blocks.subList(next, Math.min(next + BLOCKS_IN_A_TURN, blocks.size()));
                    Set<BlockId> readable = guard.among(some);
                    some.stream().filter(block -> !readable.contains(block)).forEach(added::remove);
                    next += some.size();
                } catch (Throwable e) {
                    // An Error too: the watcher must not wait for ever.
                    over.run();
                    refuse(e);
                    return;
                }
                if (next < blocks.size()) {
                    start();
                } else {
                    over.run();
                    take(removed, added, true);
                }
            }
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
            events.request(1);
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

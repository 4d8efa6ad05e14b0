package io.tiercel.client;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.ContainersGrpc;
import io.tiercel.protocol.HintsGrpc;
import io.tiercel.protocol.Placed;
import io.tiercel.protocol.PreferReply;
import io.tiercel.protocol.PreferRequest;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.ReadReply;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.ReleaseReply;
import io.tiercel.protocol.ReleaseRequest;
import io.tiercel.protocol.RenewReply;
import io.tiercel.protocol.RenewRequest;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.ResidenceState;
import io.tiercel.protocol.ResidencyEvents;
import io.tiercel.protocol.ResidencyGrpc;
import io.tiercel.protocol.RetainReply;
import io.tiercel.protocol.RetainRequest;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.protocol.StatusReply;
import io.tiercel.protocol.StatusRequest;
import io.tiercel.protocol.WatchRequest;
import io.tiercel.security.CallHeaders;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Records calls, and has each watched block pinned on the first of its hosts; where it is cold, only blocks that are hinted, by
 * files that are called by the number of their one block. A lease lasts 60 ms.
 */
public final class FakeCoordinator implements AutoCloseable {
    private static final long LEASE = 60;

    /** Calls and requests by name, with the job or the block's number. */
    public final List<String> heard = new CopyOnWriteArrayList<>();

    /** How many of the next reports of reads and releases are lost. */
    public final AtomicInteger loses = new AtomicInteger();

    /** How many of the next hints are lost. */
    final AtomicInteger losesHints = new AtomicInteger();

    /** How it answers those reports and releases. */
    public volatile Status.Code loss = Status.Code.UNAVAILABLE;

    /** Which coordinator it is; 0 for one that does not say. */
    volatile long epoch;

    /** Whether calls are taken and never answered. */
    public volatile boolean silent;

    /** Whether answers about the cluster wait for the test. */
    public volatile boolean waits;

    /** Whether answers to hints wait for the test. */
    volatile boolean hintsWait;

    /** Whether answers to renewals wait for the test. */
    private boolean renewalsWait;

    /** Whether hints are refused. */
    volatile boolean refuses;

    /** How many requests that add watched blocks it answers on a stream before it waits for the test. */
    public volatile int watchAnswers = Integer.MAX_VALUE;

    /** How many requests that add watched blocks it takes on a stream; the next is refused, and ends the stream. */
    volatile int watchTakes = Integer.MAX_VALUE;

    /** How it refuses that request. */
    volatile Status.Code watchRefusal = Status.Code.RESOURCE_EXHAUSTED;

    /** When streams that watch were opened, by {@link System#nanoTime}. */
    final List<Long> streams = new CopyOnWriteArrayList<>();

    /** Whether blocks are in memory only after they were hinted. */
    public volatile boolean cold;

    /** Whether what is hinted is brought in. */
    public volatile boolean brings = true;

    /** Whether a resource manager has heard of the last preferences. */
    public volatile boolean knowsPreferences = true;

    /** Whether a resource manager asks for preferences. */
    public volatile boolean hasResourceManager = true;

    /** Applications' preferences for containers, in order. */
    public final List<PreferRequest> preferences = new CopyOnWriteArrayList<>();

    /** The block of every file that is hinted. */
    volatile BlockId block = BlockId.getDefaultInstance();

    /** The answer about the cluster. */
    public volatile StatusReply status = StatusReply.getDefaultInstance();

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final Map<String, Placed> watched = new ConcurrentHashMap<>();
    private final List<StreamObserver<ResidencyEvents>> watchers = new CopyOnWriteArrayList<>();
    /** Hints as they came. */
    public final List<PrefetchRequest> hints = new CopyOnWriteArrayList<>();

    final List<RetainRequest> retains = new CopyOnWriteArrayList<>();
    final Set<String> users = ConcurrentHashMap.newKeySet();
    final List<RenewRequest> renewals = new CopyOnWriteArrayList<>();
    final List<ReadRequest> reads = new CopyOnWriteArrayList<>();
    final List<ReleaseRequest> releases = new CopyOnWriteArrayList<>();
    private final Set<String> jobs = ConcurrentHashMap.newKeySet();
    private final Server server;
    private final int port;

    /** On any free port of loopback. */
    public FakeCoordinator() throws IOException {
        this(0);
    }

    /** @param wanted port of loopback; 0 for any that is free */
    public FakeCoordinator(int wanted) throws IOException {
        // All calls of a connection in the order in which they were made.
        server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", wanted))
                .directExecutor()
                .intercept(new UserRecorder())
                .addService(new Hints())
                .addService(new Residency())
                .addService(new State())
                .addService(new Containers())
                .build()
                .start();
        this.port = server.getPort();
    }

    public int port() {
        return port;
    }

    public String address() {
        return "127.0.0.1:" + port();
    }

    /** Says what it knows to those that wait for it. */
    public void answerNow() {
        for (Runnable answer = waiting.poll(); answer != null; answer = waiting.poll()) {
            answer.run();
        }
    }

    /** How many wait. */
    int waiting() {
        return waiting.size();
    }

    /** As a restart would. */
    void forget() {
        jobs.clear();
    }

    /** At once, so that every renewal either is of a known job, or waits. */
    void forgetAndLetRenewalsWait() {
        synchronized (jobs) {
            jobs.clear();
            renewalsWait = true;
        }
    }

    void letRenewalsWait(boolean wait) {
        synchronized (jobs) {
            renewalsWait = wait;
        }
        if (!wait) {
            answerNow();
        }
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isLost(StreamObserver<?> observer) {
        boolean lost = loses.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        if (lost) {
            observer.onError(loss.toStatus().asRuntimeException());
        }
        return lost;
    }

    private <T> void answer(StreamObserver<T> observer, T reply) {
        if (!silent) {
            observer.onNext(reply);
            observer.onCompleted();
        }
    }

    private static Residence pinned(Placed placed) {
        return Residence.newBuilder()
                .setBlock(placed.getBlock())
                .setHost(placed.getHosts(0))
                .setState(ResidenceState.PINNED)
                .build();
    }

    /** All watchers are told of hinted blocks. */
    private void bring(PrefetchRequest request) {
        ResidencyEvents.Builder events = ResidencyEvents.newBuilder();
        for (Selection data : request.getDataList()) {
            heard.add("prefetch " + data.getPath() + " " + request.getEviction());
            Placed placed = watched.get(data.getPath().substring(data.getPath().lastIndexOf('/') + 1));
            if (placed != null && brings) {
                events.addEvents(pinned(placed));
            }
        }
        watchers.forEach(watcher -> send(watcher, events.build()));
    }

    private static void send(StreamObserver<ResidencyEvents> watcher, ResidencyEvents events) {
        synchronized (watcher) {
            watcher.onNext(events);
        }
    }

    private final class UserRecorder implements ServerInterceptor {
        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            users.add(String.valueOf(headers.get(Metadata.Key.of("tiercel-user", Metadata.ASCII_STRING_MARSHALLER))));
            return next.startCall(
                    new SimpleForwardingServerCall<>(call) {
                        @Override
                        public void sendHeaders(Metadata answer) {
                            if (epoch != 0) {
                                answer.put(CallHeaders.EPOCH, Long.toString(epoch));
                            }
                            super.sendHeaders(answer);
                        }
                    },
                    headers);
        }
    }

    private final class State extends StateGrpc.StateImplBase {
        @Override
        public void status(StatusRequest request, StreamObserver<StatusReply> observer) {
            heard.add("status");
            if (waits) {
                waiting.add(() -> answer(observer, status));
            } else {
                answer(observer, status);
            }
        }
    }

    private final class Containers extends ContainersGrpc.ContainersImplBase {
        @Override
        public void prefer(PreferRequest request, StreamObserver<PreferReply> observer) {
            preferences.add(request);
            if (refuses) {
                observer.onError(Status.RESOURCE_EXHAUSTED
                        .withDescription("preferences: expected fewer")
                        .asRuntimeException());
                return;
            }
            PreferReply reply = PreferReply.newBuilder()
                    .setLeaseMillis(LEASE)
                    .setKnown(knowsPreferences)
                    .setAsked(hasResourceManager)
                    .build();
            if (waits) {
                waiting.add(() -> answer(observer, reply));
            } else {
                answer(observer, reply);
            }
        }
    }

    private final class Hints extends HintsGrpc.HintsImplBase {
        @Override
        public void prefetch(PrefetchRequest request, StreamObserver<PrefetchReply> observer) {
            if (request.getJob().isEmpty()) {
                observer.onError(Status.INVALID_ARGUMENT
                        .withDescription("job: expected a name")
                        .asRuntimeException());
                return;
            }
            hints.add(request);
            if (refuses) {
                observer.onError(Status.RESOURCE_EXHAUSTED.asRuntimeException());
                return;
            }
            if (losesHints.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                observer.onError(Status.UNAVAILABLE.asRuntimeException());
                return;
            }
            jobs.add(request.getJob());
            PrefetchReply reply = PrefetchReply.newBuilder()
                    .addBlocks(BlockState.newBuilder().setBlock(block))
                    .setLeaseMillis(LEASE)
                    .build();
            if (hintsWait) {
                waiting.add(() -> answer(observer, reply));
            } else {
                answer(observer, reply);
            }
            bring(request);
        }

        @Override
        public void retain(RetainRequest request, StreamObserver<RetainReply> observer) {
            retains.add(request);
            jobs.add(request.getJob());
            answer(observer, RetainReply.newBuilder().setLeaseMillis(LEASE).build());
        }

        @Override
        public void renew(RenewRequest request, StreamObserver<RenewReply> observer) {
            renewals.add(request);
            heard.add("renew " + request.getJob());
            RenewReply reply;
            synchronized (jobs) {
                RenewReply known = RenewReply.newBuilder()
                        .setKnown(jobs.contains(request.getJob()))
                        .setLeaseMillis(LEASE)
                        .build();
                if (renewalsWait) {
                    waiting.add(() -> answer(observer, known));
                    return;
                }
                reply = known;
            }
            answer(observer, reply);
        }

        @Override
        public void read(ReadRequest request, StreamObserver<ReadReply> observer) {
            if (isLost(observer)) {
                return;
            }
            reads.add(request);
            request.getBegunList().forEach(block -> heard.add("begun " + block.getBlock()));
            request.getBlocksList().forEach(block -> heard.add("read " + block.getBlock()));
            answer(observer, ReadReply.getDefaultInstance());
        }

        @Override
        public void release(ReleaseRequest request, StreamObserver<ReleaseReply> observer) {
            if (isLost(observer)) {
                return;
            }
            releases.add(request);
            heard.add("release " + request.getJob());
            answer(observer, ReleaseReply.getDefaultInstance());
        }
    }

    private final class Residency extends ResidencyGrpc.ResidencyImplBase {
        @Override
        public StreamObserver<WatchRequest> watch(StreamObserver<ResidencyEvents> observer) {
            watchers.add(observer);
            streams.add(System.nanoTime());
            return new StreamObserver<>() {
                private long added;

                @Override
                public void onNext(WatchRequest request) {
                    request.getRemoveList().forEach(block -> heard.add("remove " + block.getBlock()));
                    if (request.getAddPlacedCount() == 0 || silent) {
                        return;
                    }
                    if (added++ >= watchTakes) {
                        if (watchers.remove(observer)) {
                            observer.onError(watchRefusal.toStatus().asRuntimeException());
                        }
                        return;
                    }
                    ResidencyEvents.Builder events =
                            ResidencyEvents.newBuilder().setComplete(true).setCompleteRequests(added);
                    heard.addAll(request.getAddPlacedList().stream()
                            .map(placed -> "add " + placed.getBlock().getBlock() + " on " + placed.getHostsList())
                            .toList());
                    request.getAddPlacedList().forEach(placed -> {
                        watched.put(Long.toString(placed.getBlock().getBlock()), placed);
                        if (!cold) {
                            events.addEvents(pinned(placed));
                        }
                    });
                    if (added > watchAnswers) {
                        waiting.add(() -> send(observer, events.build()));
                    } else {
                        send(observer, events.build());
                    }
                }

                @Override
                public void onError(Throwable error) {
                    watchers.remove(observer);
                }

                @Override
                public void onCompleted() {
                    watchers.remove(observer);
                    observer.onCompleted();
                }
            };
        }
    }
}

package io.tiercel.spark.memory;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.tiercel.protocol.HintsGrpc;
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
import io.tiercel.protocol.WatchRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes what it is told, and has each watched block pinned on the first of its hosts. */
public final class FakeCoordinator implements AutoCloseable {
    /** Calls and requests by name, with the job or the block's number. */
    public final List<String> heard = new CopyOnWriteArrayList<>();

    /** Whether calls are taken and never answered. */
    volatile boolean silent;

    private final Server server;

    public FakeCoordinator() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(new Hints())
                .addService(new Residency())
                .build()
                .start();
    }

    public String address() {
        return "127.0.0.1:" + server.getPort();
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

    private <T> void answer(StreamObserver<T> observer, T reply) {
        if (!silent) {
            observer.onNext(reply);
            observer.onCompleted();
        }
    }

    private final class Hints extends HintsGrpc.HintsImplBase {
        @Override
        public void renew(RenewRequest request, StreamObserver<RenewReply> observer) {
            heard.add("renew " + request.getJob());
            answer(
                    observer,
                    RenewReply.newBuilder()
                            .setKnown(true)
                            .setLeaseMillis(60_000)
                            .build());
        }

        @Override
        public void read(ReadRequest request, StreamObserver<ReadReply> observer) {
            request.getBegunList().forEach(block -> heard.add("begun " + block.getBlock()));
            request.getBlocksList().forEach(block -> heard.add("read " + block.getBlock()));
            answer(observer, ReadReply.getDefaultInstance());
        }

        @Override
        public void release(ReleaseRequest request, StreamObserver<ReleaseReply> observer) {
            heard.add("release " + request.getJob());
            answer(observer, ReleaseReply.getDefaultInstance());
        }
    }

    private final class Residency extends ResidencyGrpc.ResidencyImplBase {
        @Override
        public StreamObserver<WatchRequest> watch(StreamObserver<ResidencyEvents> observer) {
            return new StreamObserver<>() {
                @Override
                public void onNext(WatchRequest request) {
                    request.getRemoveList().forEach(block -> heard.add("remove " + block.getBlock()));
                    if (request.getAddPlacedCount() == 0 || silent) {
                        return;
                    }
                    ResidencyEvents.Builder events =
                            ResidencyEvents.newBuilder().setComplete(true);
                    request.getAddPlacedList().forEach(placed -> {
                        heard.add("add " + placed.getBlock().getBlock() + " on " + placed.getHostsList());
                        events.addEvents(Residence.newBuilder()
                                .setBlock(placed.getBlock())
                                .setHost(placed.getHosts(0))
                                .setState(ResidenceState.PINNED));
                    });
                    observer.onNext(events.build());
                }

                @Override
                public void onError(Throwable error) {
                    // The client has gone.
                }

                @Override
                public void onCompleted() {
                    observer.onCompleted();
                }
            };
        }
    }
}

package io.tiercel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.tiercel.protocol.BlockCounts;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.ProgressRequest;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.protocol.StatusReply;
import io.tiercel.protocol.StatusRequest;
import io.tiercel.security.CallHeaders;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The active coordinator answers. If two believe that they are active, the one with the higher epoch counts. */
class SeveralCoordinatorsTest {
    private final List<Server> servers = new ArrayList<>();

    @AfterEach
    void stop() {
        servers.forEach(Server::shutdownNow);
    }

    /** A coordinator that may be in standby; its status has its name as the version. */
    private static final class Coordinator extends StateGrpc.StateImplBase implements ServerInterceptor {
        private final String name;
        volatile boolean standby;
        volatile long epoch;
        volatile StreamObserver<ProgressReply> follower;

        Coordinator(String name, boolean standby, long epoch) {
            this.name = name;
            this.standby = standby;
            this.epoch = epoch;
        }

        @Override
        public void status(StatusRequest request, StreamObserver<StatusReply> observer) {
            if (standby) {
                observer.onError(Status.UNAVAILABLE.withDescription("standby").asRuntimeException());
            } else {
                observer.onNext(StatusReply.newBuilder().setVersion(name).build());
                observer.onCompleted();
            }
        }

        /** Says at once that one block is in memory, and goes on when the test does. */
        @Override
        public void progress(ProgressRequest request, StreamObserver<ProgressReply> observer) {
            observer.onNext(resident(1));
            follower = observer;
        }

        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            return next.startCall(
                    new SimpleForwardingServerCall<>(call) {
                        @Override
                        public void sendHeaders(Metadata answer) {
                            answer.put(CallHeaders.EPOCH, Long.toString(epoch));
                            super.sendHeaders(answer);
                        }
                    },
                    headers);
        }
    }

    private Endpoint serve(Coordinator coordinator) throws IOException {
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .directExecutor()
                .addService(coordinator)
                .intercept(coordinator)
                .build()
                .start();
        servers.add(server);
        return new Endpoint("127.0.0.1", server.getPort());
    }

    private static TiercelClient client(Endpoint... endpoints) {
        Duration deadline = Duration.ofSeconds(20);
        return new TiercelClient(new ClientSettings(
                List.of(endpoints), ChannelSecurity.named("alice"), deadline, deadline, Duration.ofSeconds(1)));
    }

    private static String answering(TiercelClient client) {
        return client.status().join().value().map(StatusReply::getVersion).orElse("nobody");
    }

    @Test
    void aCallFindsTheActiveOneByItselfAndStaysThere() throws IOException {
        Coordinator one = new Coordinator("one", true, 1);
        Coordinator two = new Coordinator("two", false, 2);
        try (TiercelClient client = client(serve(one), serve(two))) {
            assertThat(answering(client)).isEqualTo("two");
            // Nobody asks the first one again, as long as the second one answers.
            one.standby = false;
            one.epoch = 3;
            assertThat(answering(client)).isEqualTo("two");
            two.standby = true;
            assertThat(answering(client)).isEqualTo("one");
        }
    }

    @Test
    void oneThatWasReplacedIsNotObeyed() throws IOException {
        Coordinator old = new Coordinator("old", false, 7);
        Coordinator fresh = new Coordinator("fresh", true, 8);
        try (TiercelClient client = client(serve(old), serve(fresh))) {
            assertThat(answering(client)).isEqualTo("old");
            old.standby = true;
            fresh.standby = false;
            assertThat(answering(client)).isEqualTo("fresh");
            // It wakes up and takes itself for active, while the new one is away.
            old.standby = false;
            fresh.standby = true;
            assertThat(answering(client)).isEqualTo("nobody");
            fresh.standby = false;
            assertThat(answering(client)).isEqualTo("fresh");
        }
    }

    private static ProgressReply resident(long blocks) {
        return ProgressReply.newBuilder()
                .setBlocks(BlockCounts.newBuilder().setResident(blocks))
                .build();
    }

    @Test
    void aStreamOfOneThatWasReplacedIsBelievedNoMore() throws IOException {
        Coordinator old = new Coordinator("old", false, 7);
        Coordinator fresh = new Coordinator("fresh", true, 8);
        try (TiercelClient client = client(serve(old), serve(fresh))) {
            List<Long> heard = new CopyOnWriteArrayList<>();
            CompletableFuture<?> following = client.follow(
                    "job", progress -> heard.add(progress.getBlocks().getResident()));
            await().until(() -> heard.equals(List.of(1L)));
            old.standby = true;
            fresh.standby = false;
            assertThat(answering(client)).isEqualTo("fresh");

            old.follower.onNext(resident(0));
            await().until(following::isDone);
            assertThat(heard).containsExactly(1L);
        }
    }

    @Test
    void withoutAnyTheReasonIsTold() throws IOException {
        Endpoint one = serve(new Coordinator("one", true, 1));
        Endpoint two = serve(new Coordinator("two", true, 2));
        try (TiercelClient client = client(one, two)) {
            Answer<StatusReply> answer = client.status().join();
            assertThat(answer).isInstanceOf(Answer.Absent.class);
            assertThat(answer.why())
                    .isEqualTo("the coordinator at " + one + " or " + two + " cannot be reached: standby");
        }
    }
}

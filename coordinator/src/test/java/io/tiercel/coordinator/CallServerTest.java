package io.tiercel.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.stub.MetadataUtils;
import io.tiercel.coordinator.identity.CoordinatorSecurity;
import io.tiercel.coordinator.service.CallExecutors;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.protocol.StatusRequest;
import io.tiercel.security.CallHeaders;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CallServerTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);

    @Test
    void aConnectionTooManyIsClosed() throws IOException {
        CallServer server = CallServer.start(ANY_PORT, new ConnectionLimit(2, 2), builder -> {});
        try (Socket first = connect(server);
                Socket second = connect(server);
                Socket third = connect(server)) {
            assertThat(first.getInputStream().read())
                    .as("the server speaks first")
                    .isNotNegative();
            assertThat(second.getInputStream().read()).isNotNegative();
            assertThat(third.getInputStream().read()).isNegative();
        } finally {
            server.close(10_000);
        }
    }

    private static Socket connect(CallServer server) throws IOException {
        return connect(server.address());
    }

    private static Socket connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket("127.0.0.1", address.getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** A ticket may have 64 KiB, and somebody who shows one looks for the active coordinator. */
    @Test
    void aStandInReadsAsLargeHeadersAsACoordinator() throws IOException {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.KERBEROS, new byte[64 << 10]);
        try (StandbyServer standby = StandbyServer.start(ANY_PORT, CoordinatorSecurity.simple())) {
            ManagedChannel channel = NettyChannelBuilder.forAddress(standby.address())
                    .usePlaintext()
                    .build();
            try {
                assertThatThrownBy(() -> StateGrpc.newBlockingStub(channel)
                                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                                .withDeadlineAfter(20, TimeUnit.SECONDS)
                                .status(StatusRequest.getDefaultInstance()))
                        .hasMessageContaining("UNAVAILABLE: standby");
            } finally {
                channel.shutdownNow();
            }
        }
    }

    /** With TLS the server waits two minutes for a client's first word, unless it closes. */
    @Test
    @Timeout(60)
    void aConnectionThatSaysNothingDoesNotKeepAStandIn() throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(null, new char[0]);
        CoordinatorSecurity simple = CoordinatorSecurity.simple();
        CoordinatorSecurity encrypted = new CoordinatorSecurity(
                Optional.of(keys.getKeyManagers()[0]), simple.authenticator(), simple.permissions());
        for (CoordinatorSecurity security : List.of(simple, encrypted)) {
            StandbyServer standby = StandbyServer.start(ANY_PORT, security);
            InetSocketAddress address = standby.address();
            try (Socket silent = connect(address);
                    Socket second = connect(address)) {
                second.getOutputStream().write("neither HTTP/2 nor TLS".getBytes(StandardCharsets.US_ASCII));
                awaitAnswer(second); // by then the silent one is accepted too

                standby.close();

                assertThat(silent.isClosed()).isFalse();
                CallServer.start(address, builder -> {}).close(10_000);
            }
        }
    }

    private static void awaitAnswer(Socket socket) throws IOException {
        try {
            socket.getInputStream().read();
        } catch (SocketException e) {
            // A connection that is reset is an answer too.
        }
    }

    /** As if no descriptors were left. */
    @Test
    void nothingStaysOfAServerWhoseEventLoopsCannotBeMade() {
        List<EventLoopGroup> made = new ArrayList<>();
        assertThatThrownBy(() -> CallServer.start(ANY_PORT, new ConnectionLimit(2, 2), builder -> {}, (name, count) -> {
                    if (!made.isEmpty()) {
                        throw new IllegalStateException("failed to open a new selector");
                    }
                    made.add(new NioEventLoopGroup(count));
                    return made.get(0);
                }))
                .hasMessage("failed to open a new selector");
        assertThat(made).singleElement().satisfies(acceptor -> assertThat(acceptor.isShuttingDown())
                .isTrue());
    }

    @Test
    void aTicketIsRefusedInOrderWhileManyWait() throws IOException {
        BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>(Collections.nCopies(10_000, () -> {}));
        ThreadPoolExecutor tickets = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, waiting);
        CallExecutors executors = new CallExecutors(Runnable::run, Runnable::run, tickets, tickets);
        Metadata ticket = new Metadata();
        ticket.put(CallHeaders.KERBEROS, new byte[] {1});
        CallServer server =
                CallServer.start(ANY_PORT, new ConnectionLimit(2, 2), builder -> builder.callExecutor(executors)
                        .intercept(executors)
                        .addService(new StateGrpc.StateImplBase() {}));
        ManagedChannel channel =
                NettyChannelBuilder.forAddress(server.address()).usePlaintext().build();
        try {
            StateGrpc.StateBlockingStub state =
                    StateGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
            assertThatThrownBy(() -> state.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(ticket))
                            .status(StatusRequest.getDefaultInstance()))
                    .hasMessageContaining("UNAVAILABLE: too many Kerberos tickets");
            assertThatThrownBy(() -> state.status(StatusRequest.getDefaultInstance()))
                    .as("it reaches the service, which does nothing")
                    .hasMessageContaining("UNIMPLEMENTED");
        } finally {
            channel.shutdownNow();
            server.close(10_000);
            tickets.shutdownNow();
        }
    }
}

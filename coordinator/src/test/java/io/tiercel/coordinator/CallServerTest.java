package io.tiercel.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.tiercel.coordinator.identity.CoordinatorSecurity;
import io.tiercel.coordinator.service.CallExecutors;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.protocol.StatusRequest;
import io.tiercel.security.CallHeaders;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Collections;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

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
        Socket socket = new Socket("127.0.0.1", server.address().getPort());
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

    @Test
    void aTicketIsRefusedInOrderWhileManyWait() throws IOException {
        BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>(Collections.nCopies(10_000, () -> {}));
        ThreadPoolExecutor tickets = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, waiting);
        CallExecutors executors = new CallExecutors(Runnable::run, Runnable::run, tickets);
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

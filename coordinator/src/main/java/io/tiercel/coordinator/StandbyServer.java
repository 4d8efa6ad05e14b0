package io.tiercel.coordinator;

import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.tiercel.coordinator.identity.CoordinatorSecurity;
import io.tiercel.coordinator.state.CoordinatorCounters;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Stands in for a coordinator whose NameNode is in standby: answers every call with that, and keeps nothing. */
public final class StandbyServer implements AutoCloseable {
    private static final Status STANDBY =
            Status.UNAVAILABLE.withDescription("standby: the coordinator of the active NameNode answers");

    private final Server server;

    private StandbyServer(Server server) {
        this.server = server;
    }

    /** @throws IOException in one line, if the address cannot be had */
    public static StandbyServer start(InetSocketAddress address, CoordinatorSecurity security) throws IOException {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(address)
                .directExecutor()
                .permitKeepAliveTime(5, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .fallbackHandlerRegistry(new AnyMethod());
        security.key().ifPresent(key -> builder.sslContext(ServerTls.context(key, new CoordinatorCounters())));
        return new StandbyServer(Coordinator.listen(builder, address));
    }

    private static final class AnyMethod extends HandlerRegistry {
        private static final MethodDescriptor.Marshaller<byte[]> UNREAD = new MethodDescriptor.Marshaller<>() {
            @Override
            public InputStream stream(byte[] value) {
                return new ByteArrayInputStream(value);
            }

            @Override
            public byte[] parse(InputStream stream) {
                return new byte[0];
            }
        };

        @Override
        public ServerMethodDefinition<?, ?> lookupMethod(String name, String authority) {
            return ServerMethodDefinition.create(
                    MethodDescriptor.<byte[], byte[]>newBuilder()
                            .setType(MethodDescriptor.MethodType.UNKNOWN)
                            .setFullMethodName(name)
                            .setRequestMarshaller(UNREAD)
                            .setResponseMarshaller(UNREAD)
                            .build(),
                    (call, headers) -> {
                        call.close(STANDBY, new Metadata());
                        return new ServerCall.Listener<>() {};
                    });
        }
    }

    /** Returns when the address is free. */
    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

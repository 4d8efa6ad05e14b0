package io.tiercel.coordinator;

import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.tiercel.coordinator.identity.CoordinatorSecurity;
import io.tiercel.coordinator.state.CoordinatorCounters;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;

/** Stands in for a coordinator whose NameNode is in standby: answers every call with that, and keeps nothing. */
public final class StandbyServer implements AutoCloseable {
    private static final Status STANDBY =
            Status.UNAVAILABLE.withDescription("standby: the coordinator of the active NameNode answers");

    /** A connection that does not end must not keep the NameNode without a coordinator. */
    private static final long STOP_MILLIS = 2_000;

    private final CallServer server;

    private StandbyServer(CallServer server) {
        this.server = server;
    }

    /** @throws IOException in one line, if the address cannot be had */
    public static StandbyServer start(InetSocketAddress address, CoordinatorSecurity security) throws IOException {
        return new StandbyServer(CallServer.start(address, builder -> {
            builder.directExecutor().fallbackHandlerRegistry(new AnyMethod());
            security.key().ifPresent(key -> builder.sslContext(ServerTls.context(key, new CoordinatorCounters())));
        }));
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

    InetSocketAddress address() {
        return server.address();
    }

    /** Returns when the address is free, or after two seconds: then another attempt to listen there may be needed. */
    @Override
    public void close() {
        server.close(STOP_MILLIS);
    }
}

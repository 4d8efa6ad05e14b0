package io.tiercel.coordinator;

import io.grpc.Attributes;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.DelegatingSslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.tiercel.coordinator.state.CoordinatorCounter;
import io.tiercel.coordinator.state.CoordinatorCounters;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** The server's side of TLS, of the JDK. */
final class ServerTls {
    private ServerTls() {}

    /** Counts each connection that is to use it. */
    static SslContext context(KeyManager key, CoordinatorCounters counters) {
        SslContext context;
        try {
            context = GrpcSslContexts.configure(SslContextBuilder.forServer(key), SslProvider.JDK)
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException("TLS: " + e.getMessage(), e);
        }
        return new DelegatingSslContext(context) {
            @Override
            protected void initEngine(SSLEngine engine) {
                counters.count(CoordinatorCounter.CONNECTIONS);
            }
        };
    }

    /** Counts the connections that complete the TLS handshake. */
    static ServerTransportFilter handshakes(CoordinatorCounters counters) {
        return new ServerTransportFilter() {
            @Override
            public Attributes transportReady(Attributes attributes) {
                counters.count(CoordinatorCounter.HANDSHAKES);
                return attributes;
            }
        };
    }
}

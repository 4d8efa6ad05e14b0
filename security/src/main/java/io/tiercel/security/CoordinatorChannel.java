package io.tiercel.security;

import io.grpc.CallCredentials;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;

/** A connection to one coordinator. Each call shows who makes it. */
public final class CoordinatorChannel implements AutoCloseable {
    /** An answer that names 100,000 blocks takes about 12 MB, a request that watches as many about 5. */
    public static final int MOST_MESSAGE_BYTES = 64 << 20;

    private static final long CLOSE_MILLIS = 500;

    private final Identity identity;
    private final ManagedChannel channel;
    private final Channel calls;

    CoordinatorChannel(ManagedChannel channel, Identity identity) {
        this.channel = channel;
        this.identity = identity;
        this.calls = ClientInterceptors.intercept(channel, new Showing());
    }

    static CoordinatorChannel open(String host, int port, Optional<TrustManager> trust, Identity identity) {
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(host, port)
                .maxInboundMessageSize(MOST_MESSAGE_BYTES)
                .keepAliveTime(30, TimeUnit.SECONDS)
                .keepAliveTimeout(10, TimeUnit.SECONDS)
                .userAgent("tiercel");
        if (trust.isPresent()) {
            builder.sslContext(context(trust.get()));
        } else {
            builder.usePlaintext();
        }
        return new CoordinatorChannel(builder.build(), identity);
    }

    /** Of the JDK's own TLS, which needs no native library on a user's class path. */
    private static SslContext context(TrustManager trust) {
        try {
            return GrpcSslContexts.configure(SslContextBuilder.forClient().trustManager(trust), SslProvider.JDK)
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException("TLS: " + e.getMessage(), e);
        }
    }

    /** For stubs. */
    public Channel calls() {
        return calls;
    }

    /** The next call connects anew, without the pause after earlier failures. */
    public void resetConnectBackoff() {
        channel.resetConnectBackoff();
    }

    /** Adds what the identity shows to each call, and tells it what came of that. */
    private final class Showing implements ClientInterceptor {
        @Override
        public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
            AtomicReference<Metadata> shown = new AtomicReference<>(new Metadata());
            return new SimpleForwardingClientCall<>(
                    next.newCall(method, options.withCallCredentials(new Shown(shown)))) {
                @Override
                public void start(Listener<R> listener, Metadata headers) {
                    super.start(
                            new SimpleForwardingClientCallListener<>(listener) {
                                @Override
                                public void onHeaders(Metadata answer) {
                                    identity.accepted(answer);
                                    super.onHeaders(answer);
                                }

                                @Override
                                public void onClose(Status status, Metadata trailers) {
                                    if (status.getCode() == Status.Code.UNAUTHENTICATED) {
                                        identity.refused(shown.get());
                                    }
                                    super.onClose(status, trailers);
                                }
                            },
                            headers);
                }
            };
        }
    }

    /** Asks the identity off gRPC's threads: it may have to wait for a KDC. */
    private final class Shown extends CallCredentials {
        private final AtomicReference<Metadata> shown;

        Shown(AtomicReference<Metadata> shown) {
            this.shown = shown;
        }

        @Override
        public void applyRequestMetadata(RequestInfo call, Executor executor, MetadataApplier applier) {
            try {
                executor.execute(() -> {
                    Metadata headers;
                    try {
                        headers = identity.show();
                    } catch (IOException e) {
                        applier.fail(Status.UNAUTHENTICATED
                                .withDescription(e.getMessage())
                                .withCause(e));
                        return;
                    } catch (Throwable e) {
                        applier.fail(Status.UNAUTHENTICATED
                                .withDescription(e.toString())
                                .withCause(e));
                        return;
                    }
                    shown.set(headers);
                    applier.apply(headers);
                });
            } catch (RejectedExecutionException e) {
                applier.fail(Status.UNAVAILABLE.withDescription("closing").withCause(e));
            }
        }
    }

    /** Ends calls that are under way. May wait for about a second, in which a token is cancelled. */
    @Override
    public void close() {
        channel.shutdownNow();
        identity.close();
        try {
            channel.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

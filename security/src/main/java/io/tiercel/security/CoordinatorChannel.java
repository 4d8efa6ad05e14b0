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
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2SecurityUtil;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolConfig;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolNames;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.JdkSslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * Connections to all coordinators that may be the active one. Calls go to the one that answered last. Each call shows who makes it. Answers
 * of an earlier epoch are dropped: that coordinator has been replaced and has not noticed it yet.
 */
public final class CoordinatorChannel implements AutoCloseable {
    /** Most bytes of an answer. One that names 100,000 blocks takes about 12 MB. */
    public static final int MOST_MESSAGE_BYTES = 64 << 20;

    /** The least that gRPC takes; twice what coordinators permit. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

    private static final Duration KEEP_ALIVE_TIMEOUT = Duration.ofSeconds(5);

    /**
     * Within this time after the last answer a connection on which calls are made is closed if it is dead. An agent's lease must be long
     * enough to connect anew.
     */
    public static final Duration DEAD_WITHIN = KEEP_ALIVE.plus(KEEP_ALIVE_TIMEOUT);

    private static final long CLOSE_MILLIS = 500;
    private static final Status OUTDATED = Status.UNAVAILABLE.withDescription("another coordinator is active by now");

    private final List<ManagedChannel> channels;
    private final List<Identity> identities;
    private final List<Channel> links = new ArrayList<>();
    private final AtomicInteger current = new AtomicInteger();
    private final AtomicLong epoch = new AtomicLong();

    /** @param identities of the channels, in the same order; several channels may have the same */
    CoordinatorChannel(List<ManagedChannel> channels, List<Identity> identities) {
        this.channels = channels;
        this.identities = identities;
        for (int i = 0; i < channels.size(); i++) {
            links.add(ClientInterceptors.intercept(channels.get(i), new Link(i, identities.get(i))));
        }
    }

    static ManagedChannel connect(Endpoint endpoint, Optional<TrustManager> trust) {
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(endpoint.host(), endpoint.port())
                .maxInboundMessageSize(MOST_MESSAGE_BYTES)
                .keepAliveTime(KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(KEEP_ALIVE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .userAgent("tiercel");
        if (trust.isPresent()) {
            builder.sslContext(context(trust.get()));
        } else {
            builder.usePlaintext();
        }
        return builder.build();
    }

    /**
     * TLS of the JDK, which needs no native library on a user's class path. The JDK compares the certificate with the host's name if the
     * trust manager does not, and Hadoop's does not. Netty's own builder would wrap the trust manager, and the JDK would not compare.
     */
    private static SslContext context(TrustManager trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, null);
            return new JdkSslContext(
                    context,
                    true,
                    Http2SecurityUtil.CIPHERS,
                    SupportedCipherSuiteFilter.INSTANCE,
                    new ApplicationProtocolConfig(
                            Protocol.ALPN,
                            SelectorFailureBehavior.NO_ADVERTISE,
                            SelectedListenerFailureBehavior.ACCEPT,
                            ApplicationProtocolNames.HTTP_2),
                    ClientAuth.NONE,
                    new String[] {"TLSv1.3", "TLSv1.2"},
                    false);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("TLS: " + e.getMessage(), e);
        }
    }

    /** For stubs. Each call goes to the coordinator that is current when it begins. */
    public Channel calls() {
        return new Channel() {
            @Override
            public <Q, R> ClientCall<Q, R> newCall(MethodDescriptor<Q, R> method, CallOptions options) {
                return links.get(current.get()).newCall(method, options);
            }

            @Override
            public String authority() {
                return links.get(current.get()).authority();
            }
        };
    }

    /** The epoch of the newest coordinator that has answered; 0 if it has none. */
    public long epoch() {
        return epoch.get();
    }

    /** How many coordinators there are to try. */
    public int size() {
        return links.size();
    }

    /** The next call connects anew, without the pause after earlier failures. */
    public void resetConnectBackoff() {
        channels.forEach(ManagedChannel::resetConnectBackoff);
    }

    /** The epoch of the coordinator that answers; empty if it does not say. */
    private static OptionalLong epoch(Metadata answer) {
        String told = answer.get(CallHeaders.EPOCH);
        try {
            return told == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(told));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** Whether a coordinator of that epoch is the newest one known, as far as it says. */
    private boolean isCurrent(OptionalLong its) {
        return its.isEmpty() || epoch.accumulateAndGet(its.getAsLong(), Math::max) == its.getAsLong();
    }

    /** The calls of one coordinator. If it is not there, the next call goes to the next one. */
    private final class Link implements ClientInterceptor {
        private final int number;
        private final Identity identity;

        Link(int number, Identity identity) {
            this.number = number;
            this.identity = identity;
        }

        @Override
        public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
            AtomicReference<Metadata> shown = new AtomicReference<>(new Metadata());
            return new SimpleForwardingClientCall<>(
                    next.newCall(method, options.withCallCredentials(new IdentityCredentials(identity, shown)))) {
                @Override
                public void start(Listener<R> listener, Metadata headers) {
                    ClientCall<Q, R> call = this;
                    super.start(
                            new SimpleForwardingClientCallListener<>(listener) {
                                private OptionalLong its = OptionalLong.empty();
                                private boolean outdated;

                                private boolean isOutdated() {
                                    if (!outdated && !isCurrent(its)) {
                                        outdated = true;
                                        call.cancel(OUTDATED.getDescription(), null);
                                    }
                                    return outdated;
                                }

                                @Override
                                public void onHeaders(Metadata answer) {
                                    identity.accepted(answer);
                                    its = epoch(answer);
                                    if (!isOutdated()) {
                                        super.onHeaders(answer);
                                    }
                                }

                                /** A stream may have been opened before its coordinator was replaced. */
                                @Override
                                public void onMessage(R message) {
                                    if (!isOutdated()) {
                                        super.onMessage(message);
                                    }
                                }

                                @Override
                                public void onClose(Status status, Metadata trailers) {
                                    Status said = outdated || !isCurrent(epoch(trailers)) ? OUTDATED : status;
                                    closed(said, shown.get());
                                    super.onClose(said, trailers);
                                }
                            },
                            headers);
                }
            };
        }

        private void closed(Status status, Metadata shown) {
            switch (status.getCode()) {
                case UNAUTHENTICATED -> identity.refused(shown);
                case UNAVAILABLE, DEADLINE_EXCEEDED -> current.compareAndSet(number, (number + 1) % links.size());
                default -> {}
            }
        }
    }

    /** What the identity shows, asked on another thread if it may have to wait for a KDC. */
    private static final class IdentityCredentials extends CallCredentials {
        private final Identity identity;
        private final AtomicReference<Metadata> shown;

        IdentityCredentials(Identity identity, AtomicReference<Metadata> shown) {
            this.identity = identity;
            this.shown = shown;
        }

        @Override
        public void applyRequestMetadata(RequestInfo call, Executor executor, MetadataApplier applier) {
            if (!identity.mayWait()) {
                apply(applier);
                return;
            }
            try {
                executor.execute(() -> apply(applier));
            } catch (RejectedExecutionException e) {
                applier.fail(Status.UNAVAILABLE.withDescription("closing").withCause(e));
            }
        }

        private void apply(MetadataApplier applier) {
            Metadata headers;
            try {
                headers = identity.show();
            } catch (Throwable e) {
                applier.fail(failure(e));
                return;
            }
            shown.set(headers);
            applier.apply(headers);
        }

        private static Status failure(Throwable e) {
            // A KDC or a NameNode that is away for a while: nobody has refused anything.
            boolean isAway = e instanceof IOException && !(e instanceof Identity.NoProofException);
            return (isAway ? Status.UNAVAILABLE : Status.UNAUTHENTICATED)
                    .withDescription(e instanceof IOException ? e.getMessage() : e.toString())
                    .withCause(e);
        }
    }

    /** Ends calls that are under way. May wait for about a second, in which a token is cancelled. */
    @Override
    public void close() {
        channels.forEach(ManagedChannel::shutdownNow);
        identities.stream().distinct().forEach(Identity::close);
        try {
            for (ManagedChannel channel : channels) {
                channel.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

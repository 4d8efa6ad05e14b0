package io.tiercel.coordinator;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelFactory;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Listens for calls, within limits that hold for everybody: a caller is not known before its call is read. */
final class CallServer {
    /** Connections in all. An agent and an application have one each. */
    private static final int MOST_CONNECTIONS = 10_000;

    private static final int MOST_CONNECTIONS_OF_HOST = 1_000;

    /** A Kerberos ticket of Active Directory with many groups has about 64 KiB. */
    private static final int MOST_METADATA_BYTES = 128 << 10;

    /** Calls that a connection may cancel in that time; each costs more here than there. */
    private static final int MOST_RESETS = 200;

    private static final int RESETS_SECONDS = 30;

    private static final long IDLE_MINUTES = 5;

    /** Each takes three descriptors. Eight carry far more than the calls of the largest cluster. */
    private static final int MOST_EVENT_LOOPS = 8;

    private final EventLoopGroup acceptor;
    private final EventLoopGroup connections;
    private final Server server;

    private CallServer(EventLoopGroup acceptor, EventLoopGroup connections, Server server) {
        this.acceptor = acceptor;
        this.connections = connections;
        this.server = server;
    }

    /**
     * @param parts adds what answers
     * @throws IOException in one line, if the address cannot be had
     */
    static CallServer start(InetSocketAddress address, Consumer<NettyServerBuilder> parts) throws IOException {
        return start(address, new ConnectionLimit(MOST_CONNECTIONS, MOST_CONNECTIONS_OF_HOST), parts);
    }

    static CallServer start(InetSocketAddress address, ConnectionLimit limit, Consumer<NettyServerBuilder> parts)
            throws IOException {
        return start(address, limit, parts, CallServer::eventLoops);
    }

    /** Makes threads that wait for the network. Fails if no descriptors are left. */
    interface EventLoops {
        EventLoopGroup make(String name, int count);
    }

    static CallServer start(
            InetSocketAddress address, ConnectionLimit limit, Consumer<NettyServerBuilder> parts, EventLoops loops)
            throws IOException {
        int count = Math.min(Runtime.getRuntime().availableProcessors(), MOST_EVENT_LOOPS);
        EventLoopGroup acceptor = loops.make("tiercel-accept", 1);
        EventLoopGroup connections;
        try {
            connections = loops.make("tiercel-connections", count);
        } catch (Throwable e) {
            stop(acceptor); // else each further attempt would leave its descriptors behind
            throw e;
        }
        try {
            NettyServerBuilder builder = NettyServerBuilder.forAddress(address)
                    .channelFactory(limited(limit))
                    .bossEventLoopGroup(acceptor)
                    .workerEventLoopGroup(connections)
                    .maxInboundMetadataSize(MOST_METADATA_BYTES)
                    .maxRstFramesPerWindow(MOST_RESETS, RESETS_SECONDS)
                    .maxConnectionIdle(IDLE_MINUTES, TimeUnit.MINUTES)
                    // A client that is gone without a word is noticed, and clients may ask whether we are still there.
                    .keepAliveTime(30, TimeUnit.SECONDS)
                    .permitKeepAliveTime(5, TimeUnit.SECONDS)
                    .permitKeepAliveWithoutCalls(true);
            parts.accept(builder);
            return new CallServer(acceptor, connections, builder.build().start());
        } catch (Throwable e) {
            stop(acceptor);
            stop(connections);
            if (e instanceof IOException) {
                throw new IOException("cannot listen on " + Threads.text(address) + ": " + Threads.root(e), e);
            }
            throw e;
        }
    }

    private static EventLoopGroup eventLoops(String name, int count) {
        ThreadFactory named = new DefaultThreadFactory(name, true);
        return Epoll.isAvailable() ? new EpollEventLoopGroup(count, named) : new NioEventLoopGroup(count, named);
    }

    /** Netty gives each accepted connection to the channel's handlers, before gRPC's own. */
    private static ChannelFactory<ServerChannel> limited(ConnectionLimit limit) {
        return () -> {
            ServerChannel channel = Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
            channel.pipeline().addLast(limit);
            return channel;
        };
    }

    private static void stop(EventLoopGroup loops) {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.getListenSockets().get(0);
    }

    void await() throws InterruptedException {
        server.awaitTermination();
    }

    /** Takes no more calls, and ends those that are open. */
    void shutdown() {
        server.shutdownNow();
    }

    /** Shuts down. Returns when the address is free and all connections are closed, or after some milliseconds. */
    void close(long mostMillis) {
        server.shutdownNow();
        try {
            server.awaitTermination(mostMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stop(acceptor);
            stop(connections);
        }
    }
}

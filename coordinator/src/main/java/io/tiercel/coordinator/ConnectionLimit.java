package io.tiercel.coordinator;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.tiercel.coordinator.identity.LogThrottle;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections beyond the most that there may be, of one host and in all, before anything is read from them. Stands in the
 * pipeline of the channel that accepts them.
 */
final class ConnectionLimit extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimit.class);

    private final int most;
    private final int mostOfHost;
    private final LogThrottle refusals = new LogThrottle(System::nanoTime);
    private final Map<Object, Integer> byHost = new HashMap<>();
    private int all;

    ConnectionLimit(int most, int mostOfHost) {
        this.most = most;
        this.mostOfHost = mostOfHost;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        Channel connection = (Channel) accepted;
        Object host =
                connection.remoteAddress() instanceof InetSocketAddress known ? known.getAddress() : "an unknown host";
        if (!begin(host)) {
            connection.unsafe().closeForcibly();
            refusals.log(leftOut -> LOG.warn(
                    "a connection from {} was closed: there are {} of that host, or {} in all{}",
                    host,
                    mostOfHost,
                    most,
                    leftOut));
            return;
        }
        connection.closeFuture().addListener(closed -> end(host));
        context.fireChannelRead(accepted);
    }

    private synchronized boolean begin(Object host) {
        int ofHost = byHost.getOrDefault(host, 0);
        if (all >= most || ofHost >= mostOfHost) {
            return false;
        }
        all++;
        byHost.put(host, ofHost + 1);
        return true;
    }

    private synchronized void end(Object host) {
        all--;
        byHost.computeIfPresent(host, (same, open) -> open == 1 ? null : open - 1);
    }
}

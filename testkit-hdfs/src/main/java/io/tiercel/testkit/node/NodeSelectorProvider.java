package io.tiercel.testkit.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Optional;

/**
 * Gives a process the network identity of its node: every connection that it opens comes from the node's own loopback
 * address instead of 127.0.0.1, so that a NameNode knows which node asks, whatever the client's configuration.
 *
 * <p>Installed with {@code -Djava.nio.channels.spi.SelectorProvider=<this class>}; the address is the system property
 * {@value #ADDRESS}. Hadoop's RPC and data transfer and Netty all open their channels through the provider. A process so
 * bound reaches only addresses of its own machine. Needs {@code --add-opens java.base/sun.nio.ch=ALL-UNNAMED}.
 */
public final class NodeSelectorProvider extends SelectorProvider {
    /** System property with the address to connect from, such as 127.0.0.3. */
    public static final String ADDRESS = "tiercel.testkit.address";

    private final SelectorProvider stock;
    private final Optional<InetSocketAddress> local;

    /** Called by the JDK. */
    public NodeSelectorProvider() {
        this(Optional.ofNullable(System.getProperty(ADDRESS)));
    }

    NodeSelectorProvider(Optional<String> address) {
        this.stock = stock();
        this.local = address.map(host -> new InetSocketAddress(host, 0));
    }

    @Override
    public SocketChannel openSocketChannel() throws IOException {
        return bound(stock.openSocketChannel());
    }

    @Override
    public SocketChannel openSocketChannel(ProtocolFamily family) throws IOException {
        return bound(stock.openSocketChannel(family));
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() throws IOException {
        return stock.openServerSocketChannel();
    }

    @Override
    public ServerSocketChannel openServerSocketChannel(ProtocolFamily family) throws IOException {
        return stock.openServerSocketChannel(family);
    }

    @Override
    public DatagramChannel openDatagramChannel() throws IOException {
        return stock.openDatagramChannel();
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
        return stock.openDatagramChannel(family);
    }

    @Override
    public Pipe openPipe() throws IOException {
        return stock.openPipe();
    }

    @Override
    public AbstractSelector openSelector() throws IOException {
        return stock.openSelector();
    }

    /** The JDK says what its own provider is only when no other is installed. */
    private static SelectorProvider stock() {
        try {
            return (SelectorProvider) Class.forName("sun.nio.ch.DefaultSelectorProvider")
                    .getMethod("get")
                    .invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("start java with --add-opens java.base/sun.nio.ch=ALL-UNNAMED", e);
        }
    }

    private SocketChannel bound(SocketChannel channel) throws IOException {
        if (local.isPresent()) {
            channel.bind(local.get());
        }
        return channel;
    }
}

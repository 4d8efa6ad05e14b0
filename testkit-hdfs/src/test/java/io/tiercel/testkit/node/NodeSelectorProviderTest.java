package io.tiercel.testkit.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeSelectorProviderTest {
    @Test
    void connectsFromTheAddressOfTheNode() throws IOException {
        NodeSelectorProvider provider = new NodeSelectorProvider(Optional.of("127.0.0.77"));
        assertThat(peerSeen(provider.openSocketChannel())).isEqualTo("127.0.0.77");
        assertThat(peerSeen(provider.openSocketChannel(StandardProtocolFamily.INET)))
                .isEqualTo("127.0.0.77");
    }

    @Test
    void leavesTheChoiceToTheSystemWithoutAnAddress() throws IOException {
        assertThat(peerSeen(new NodeSelectorProvider(Optional.empty()).openSocketChannel()))
                .isEqualTo("127.0.0.1");
    }

    private static String peerSeen(SocketChannel client) throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress("127.0.0.1", 0));
            try (client) {
                client.connect(server.getLocalAddress());
                try (SocketChannel accepted = server.accept()) {
                    return ((InetSocketAddress) accepted.getRemoteAddress())
                            .getAddress()
                            .getHostAddress();
                }
            }
        }
    }
}

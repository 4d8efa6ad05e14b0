package io.tiercel.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionLimitTest {
    private final EmbeddedChannel accepting = new EmbeddedChannel(new ConnectionLimit(3, 2));

    @AfterEach
    void stop() {
        accepting.finishAndReleaseAll();
    }

    private static final class Connection extends EmbeddedChannel {
        private final SocketAddress from;

        Connection(String host) {
            from = new InetSocketAddress(host, 1);
        }

        @Override
        protected SocketAddress remoteAddress0() {
            return from;
        }
    }

    /** A connection of a host, as it is after it has been accepted. */
    private Connection connect(String host) {
        Connection connection = new Connection(host);
        accepting.writeInbound(connection);
        boolean isPassedOn = accepting.readInbound() == connection;
        assertThat(connection.isOpen()).isEqualTo(isPassedOn);
        return connection;
    }

    @Test
    void oneHostHasSome() {
        Connection first = connect("10.0.0.1");
        assertThat(connect("10.0.0.1").isOpen()).isTrue();
        assertThat(connect("10.0.0.1").isOpen()).isFalse();
        assertThat(connect("10.0.0.2").isOpen()).isTrue();

        first.close();
        assertThat(connect("10.0.0.1").isOpen()).isTrue();
    }

    @Test
    void allTogetherHaveSome() {
        Connection first = connect("10.0.0.1");
        connect("10.0.0.2");
        connect("10.0.0.3");
        assertThat(connect("10.0.0.4").isOpen()).isFalse();

        first.close();
        assertThat(connect("10.0.0.4").isOpen()).isTrue();
    }
}

package io.tiercel.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;

class OpenFileSystemsTest {
    private static final class Client extends RawLocalFileSystem {
        private boolean closed;

        @Override
        public void close() {
            closed = true;
        }
    }

    private long nanos;

    @Test
    void oneThatMakesRoomIsClosedWhenItsCallsHaveEnded() throws IOException {
        OpenFileSystems<String, Client> open = new OpenFileSystems<>(1, () -> nanos);
        Client first = open.get("alice", Client::new);
        Client second = open.get("bob", Client::new);
        assertThat(first.closed).as("a call of alice's may be under way").isFalse();
        assertThat(open.get("alice", Client::new)).isNotSameAs(first);

        nanos += TimeUnit.MINUTES.toNanos(2);
        open.get("carol", Client::new);
        assertThat(first.closed).isTrue();
        assertThat(second.closed).isTrue();
    }

    @Test
    void allAreClosedInTheEnd() throws IOException {
        OpenFileSystems<String, Client> open = new OpenFileSystems<>(1, () -> nanos);
        Client first = open.get("alice", Client::new);
        Client second = open.get("bob", Client::new);
        open.close();
        assertThat(first.closed).isTrue();
        assertThat(second.closed).isTrue();
    }
}

package io.tiercel.hdfs.locate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.RangeLocations.LocationMiss;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** The real Hadoop client against sockets behind which no name node is. */
class SilentNameNodeTest {
    private static final Duration BUDGET = Duration.ofMillis(100);

    private static BlockLocator locator(HostRegistry hosts, int port, Duration callTimeout, Duration giveUpAfter) {
        Configuration conf = new Configuration(false);
        conf.set("fs.defaultFS", "hdfs://127.0.0.1:" + port);
        return new BlockLocator(
                conf, hosts, new LocatorSettings(Duration.ofMinutes(1), 100, 2, callTimeout, giveUpAfter));
    }

    private static List<FileRange> ranges(int count) {
        List<FileRange> ranges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ranges.add(new FileRange(new Path("/d" + i + "/f"), 0, 1));
        }
        return ranges;
    }

    @Test
    void whoConnectsAndHearsNothingIsBackWithinTheBudget() throws IOException {
        List<LocationRequest> all = new ArrayList<>();
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                HostRegistry hosts = new HostRegistry();
                BlockLocator locator =
                        locator(hosts, silent.getLocalPort(), Duration.ofMinutes(5), Duration.ofMinutes(5))) {
            for (int i = 0; i < 20; i++) {
                long begin = System.nanoTime();
                LocationRequest locating = locator.request(ranges(150));
                assertThat(locating.await(BUDGET)).isFalse();
                // Loading the Hadoop client takes its time at first.
                assertThat(Duration.ofNanos(System.nanoTime() - begin))
                        .isLessThan(i == 0 ? Duration.ofSeconds(10) : Duration.ofSeconds(1));
                all.add(locating);
            }
            assertThat(Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("tiercel-locator")))
                    .hasSizeLessThanOrEqualTo(2);
        }
        assertThat(all).as("closing answers what is open").allMatch(LocationRequest::isDone);
    }

    @Test
    void aCallEndsWithItsTimeout() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                HostRegistry hosts = new HostRegistry();
                BlockLocator locator =
                        locator(hosts, silent.getLocalPort(), Duration.ofMillis(200), Duration.ofMillis(200))) {
            LocationRequest locating = locator.request(ranges(2));
            assertThat(locating.await(Duration.ofSeconds(30))).isTrue();
            assertThat(locating.known(0).miss().why()).isEqualTo(LocationMiss.Why.UNREACHABLE);
            assertThat(locating.known(0).miss().detail())
                    .contains("127.0.0.1:" + silent.getLocalPort())
                    .doesNotContain("\n");
        }
    }

    @Test
    void aRehearsalKeepsNobodyWaitingAndCanBeEnded() throws IOException, InterruptedException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                HostRegistry hosts = new HostRegistry();
                BlockLocator locator =
                        locator(hosts, silent.getLocalPort(), Duration.ofMinutes(5), Duration.ofMinutes(5))) {
            Thread rehearsal =
                    new Thread(() -> assertThatThrownBy(locator::warmUp).isInstanceOf(IOException.class));
            rehearsal.start();
            silent.accept(); // The client has come so far, and waits for an answer.
            long begin = System.nanoTime();
            assertThat(locator.request(ranges(2)).await(BUDGET)).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
            assertThat(rehearsal.isAlive()).isTrue();
            rehearsal.interrupt();
            rehearsal.join(Duration.ofMinutes(1).toMillis());
            assertThat(rehearsal.isAlive()).isFalse();
        }
    }

    @Test
    void aRehearsalThatHearsNothingSpoilsNoLaterRequest() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                HostRegistry hosts = new HostRegistry();
                BlockLocator locator =
                        locator(hosts, silent.getLocalPort(), Duration.ofMillis(200), Duration.ofMinutes(5))) {
            assertThatThrownBy(locator::warmUp).isInstanceOf(IOException.class);
            silent.setSoTimeout(60_000);
            silent.accept();
            LocationRequest locating = locator.request(ranges(2));
            assertThat(silent.accept()).as("asked at once, not after a pause").isNotNull();
            locating.cancel();
        }
    }

    @Test
    void aRefusedConnectionIsNoReasonToWait() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        try (HostRegistry hosts = new HostRegistry();
                BlockLocator locator = locator(hosts, port, Duration.ofMinutes(5), Duration.ofMinutes(5))) {
            LocationRequest locating = locator.request(ranges(2));
            long begin = System.nanoTime();
            assertThat(locating.await(Duration.ofMinutes(1))).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
            locating.cancel();
        }
    }
}

package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the commands say when nobody is there, or when they are misused. */
class MemoryCommandsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "prefetch /data",
                "prefetch --stop /data",
                "plan --job nightly --in 2h /data",
                "release job",
                "status",
                "ls --tiers /data"
            })
    void anUnreachableCoordinatorIsOneLine(String line) throws IOException {
        int port = freePort();

        CommandRun run = CommandRun.in(Map.of("TIERCEL_COORDINATOR", "127.0.0.1:" + port), line.split(" "));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.errLines()).singleElement().satisfies(error -> assertThat(error)
                .startsWith("tiercel " + line.split(" ")[0] + ": the coordinator at 127.0.0.1:" + port
                        + " cannot be reached: ")
                .contains("Connection refused"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere", "a b:7411", "http://h:7411", "h\u00f6:7411", "h:0"})
    void whatIsNoAddressIsSaid(String address) {
        CommandRun run = CommandRun.of("status", "--coordinator", address);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines())
                .containsExactly("tiercel status: coordinator: expected HOST:PORT, got '" + address + "'");
    }

    @Test
    void whatIsNoTimeIsSaid() {
        CommandRun run = CommandRun.of("prefetch", "/data", "--until", "soon", "--coordinator", "127.0.0.1:1");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).singleElement().satisfies(error -> assertThat(error)
                .startsWith("tiercel prefetch: --until: expected a time such as 18:30"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--at yesterday /data ; --at: expected a time such as 18:30",
                "--at 2020-01-01T00:00 /data ; --at: expected a time in the future",
                "--in 2h --keep long /data ; --keep: expected a time such as 18:30",
                "/data ; Error: Missing required argument (specify one of these): (--at=TIME | --in=DURATION)",
                "--in 2h --at 18:30 /data ; Error: --at=TIME, --in=DURATION are mutually exclusive (specify only one)"
            })
    void anAnnouncementNeedsOneTimeToCome(String given) {
        String[] parts = given.split(" ; ");
        String[] arguments = ("plan --job nightly --coordinator 127.0.0.1:1 " + parts[0]).split(" ");

        CommandRun run = CommandRun.of(arguments);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).singleElement().asString().startsWith("tiercel plan: " + parts[1]);
    }

    @Test
    void aCoordinatorNeedsAnHdfs() {
        CommandRun run = CommandRun.of("coordinator", "-D", "tiercel.coordinator.address=127.0.0.1:0");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.errLines())
                .containsExactly("tiercel coordinator: fs.defaultFS: expected an hdfs:// URI, got file:///");
    }

    @Test
    void aCoordinatorChecksItsKeys() {
        CommandRun run = CommandRun.of("coordinator", "-D", "tiercel.coordinator.interval=often");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).singleElement().satisfies(error -> assertThat(error)
                .startsWith("tiercel coordinator: tiercel.coordinator.interval: expected a duration"));
    }

    @Test
    void aCoordinatorNeedsADirectoryOfConfiguration() {
        CommandRun run = CommandRun.of("coordinator", "--conf", "no/such/directory");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines())
                .containsExactly("tiercel coordinator: Hadoop's configuration: expected a directory, there is none:"
                        + " no/such/directory");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}

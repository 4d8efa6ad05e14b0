package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the commands say when nobody is there, or when they are misused. */
class MemoryCommandsTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "prefetch /data",
                "prefetch --stop /data",
                "plan --job nightly --in 2h /data",
                "release job",
                "status",
                "ls /data"
            })
    void anUnreachableCoordinatorIsOneLine(String line) throws IOException {
        int port = freePort();

        CommandRun run = CommandRun.in(Map.of("TIERCEL_COORDINATOR", "127.0.0.1:" + port), line.split(" "));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.errLines()).singleElement().satisfies(error -> assertThat(error)
                .startsWith("tiercel " + line.split(" ")[0] + ": the coordinator at 127.0.0.1:" + port
                        + " cannot be reached: ")
                .endsWith(" cannot be reached: Connection refused"));
    }

    /** The command's output goes to the process' own, so it is not checked here. */
    @Test
    void aHintedCommandRunsWithoutACoordinatorAndKeepsItsExitCode() throws IOException {
        int port = freePort();
        Path made = directory.resolve("made");

        CommandRun run = hint("127.0.0.1:" + port, "sh", "-c", "echo done > " + made + "; exit 7");

        assertThat(run.exitCode()).isEqualTo(7);
        assertThat(made).hasContent("done");
        assertThat(run.errLines())
                .containsExactly("tiercel hint: nothing is brought in (the coordinator at 127.0.0.1:" + port
                        + " cannot be reached: Connection refused); the command runs");
    }

    @Test
    void aHintedCommandRunsThoughTheConfigurationIsWrong() throws IOException {
        CommandRun run = hint("hdfs://nowhere", "sh", "-c", "exit 7");

        assertThat(run.exitCode()).isEqualTo(7);
        assertThat(run.errLines())
                .singleElement()
                .asString()
                .startsWith("tiercel hint: nothing is brought in (")
                .contains("dfs.ha.namenodes.nowhere")
                .endsWith("); the command runs");
    }

    @Test
    void aHintedCommandThatCannotRunIsOneLine() throws IOException {
        CommandRun run =
                hint("127.0.0.1:" + freePort(), directory.resolve("none").toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).last().asString().startsWith("tiercel hint: " + directory.resolve("none"));
    }

    private static CommandRun hint(String coordinator, String... command) {
        return CommandRun.in(
                Map.of("TIERCEL_COORDINATOR", coordinator),
                Stream.concat(Stream.of("hint", "--job", "j", "--input", "/data", "--"), Stream.of(command))
                        .toArray(String[]::new));
    }

    @Test
    void aHintWithoutANameOrAnInputIsRefused() {
        CommandRun nameless = CommandRun.of("hint", "--job", "", "--input", "/data", "sh", "-c", "exit 7");
        CommandRun inputless =
                CommandRun.of("hint", "--job", "j", "--input", "/data", "--input", "", "sh", "-c", "exit 7");

        assertThat(nameless.exitCode()).isEqualTo(2);
        assertThat(nameless.errLines()).containsExactly("tiercel hint: --job: expected a name, got ''");
        assertThat(inputless.exitCode()).isEqualTo(2);
        assertThat(inputless.errLines())
                .containsExactly("tiercel hint: --input: expected a file, directory or glob, got ''");
    }

    @Test
    void withoutAnAddressItIsSaidHowToNameOne() throws IOException {
        int port = freePort();
        Files.writeString(
                directory.resolve("core-site.xml"),
                "<configuration><property><name>tiercel.coordinator.address</name><value>127.0.0.1:" + port
                        + "</value></property></configuration>");

        CommandRun run = CommandRun.in(Map.of("HADOOP_CONF_DIR", directory.toString()), "status");

        assertThat(run.errLines())
                .containsExactly("tiercel status: the coordinator at 127.0.0.1:" + port
                        + " cannot be reached: Connection refused; --coordinator or TIERCEL_COORDINATOR names"
                        + " another");
    }

    /** No name of a host has a part of more than 63 characters, so that nobody is asked for it. */
    @Test
    void aHostThatDoesNotResolveIsOneLine() {
        String address = "a".repeat(64) + ".invalid:7411";

        CommandRun run = withoutLogs(() -> CommandRun.of("status", "--coordinator", address));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.errLines()).hasSize(1);
        assertThat(run.err()).startsWith("tiercel status: the coordinator at " + address + " cannot be reached: ");
    }

    @Test
    void aBrokenConfigurationIsOneLine() throws IOException {
        Path file = Files.writeString(directory.resolve("core-site.xml"), "<configuration>\n<property>");

        CommandRun run = withoutLogs(() -> CommandRun.in(Map.of("HADOOP_CONF_DIR", directory.toString()), "status"));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).hasSize(1);
        assertThat(run.err()).startsWith("tiercel status: " + file + ": cannot be read: line 2: Unexpected EOF");
    }

    /** Runs a command of which libraries must have nothing to say on standard error. */
    private static CommandRun withoutLogs(Supplier<CommandRun> command) {
        PrintStream stream = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Handler handler = new StreamHandler(said, new SimpleFormatter());
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            return command.get();
        } finally {
            System.setErr(stream);
            root.removeHandler(handler);
            handler.flush();
            assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
        }
    }

    @Test
    void aPortOfSomethingElseIsSaid() throws IOException {
        try (ServerSocket web = new ServerSocket(0)) {
            Thread server = new Thread(() -> {
                try (Socket caller = web.accept()) {
                    caller.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                    caller.getOutputStream().flush();
                    caller.getInputStream().readAllBytes();
                } catch (IOException e) {
                    // The test says what did not come.
                }
            });
            server.start();
            String address = "127.0.0.1:" + web.getLocalPort();

            CommandRun run = CommandRun.of("status", "--coordinator", address);

            assertThat(run.errLines())
                    .containsExactly("tiercel status: the coordinator at " + address
                            + " cannot be reached: expected a coordinator there, something else answers");
        }
    }

    @Test
    void anHdfsThatDoesNotAnswerIsNoSecret() throws Exception {
        int port = freePort();
        StringWriter err = new StringWriter();
        Thread running = new Thread(() -> Main.commandLine(Map.of())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .execute(
                        "coordinator",
                        "-D",
                        "fs.defaultFS=hdfs://127.0.0.1:" + port,
                        "-D",
                        "tiercel.coordinator.address=127.0.0.1:0",
                        "-D",
                        "tiercel.coordinator.http-address=127.0.0.1:0"));
        running.start();

        await().untilAsserted(() -> assertThat(err.toString())
                .startsWith("tiercel coordinator: HDFS does not answer at 127.0.0.1:" + port
                        + " (Connection refused); until it does, every request fails"));
        running.interrupt();
        running.join();
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
                "--at 25:00 /data ; --at: expected a time such as 18:30 or 2027-01-31T18:30, got '25:00'",
                "--at 2h /data ; --at: expected a time such as 18:30",
                "--in 18:30 /data ; --in: expected a duration such as 90m, 2h or 1d, got '18:30'",
                "--at 2020-01-01T00:00 /data ; --at: expected a time in the future",
                "--in 2h --keep long /data ; --keep: expected a duration such as 90m",
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

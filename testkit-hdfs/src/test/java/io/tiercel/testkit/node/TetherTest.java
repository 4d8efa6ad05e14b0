package io.tiercel.testkit.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TetherTest {
    /** Starts a child, says so, and would live for ever. */
    public static final class Immortal {
        private Immortal() {}

        public static void main(String[] args) throws IOException, InterruptedException {
            System.out.println("not for the control channel");
            new ProcessBuilder("sleep", "1000").start();
            Thread.currentThread().join();
        }
    }

    /** Fails while another thread would keep the process alive. */
    public static final class Failing {
        private Failing() {}

        public static void main(String[] args) {
            new Thread(() -> {
                        try {
                            Thread.currentThread().join();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .start();
            throw new IllegalStateException("wanted failure");
        }
    }

    private Process process;
    private BufferedWriter requests;
    private BufferedReader answers;

    private void start(Class<?> mainClass) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        "target/classes:target/test-classes",
                        Tether.class.getName(),
                        mainClass.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        requests = process.outputWriter();
        answers = process.inputReader();
    }

    @AfterEach
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private List<String> call(String... words) throws IOException {
        requests.write(String.join("\t", words) + "\n");
        requests.flush();
        List<String> lines = new ArrayList<>();
        for (String line = answers.readLine(); line != null && !line.equals("."); line = answers.readLine()) {
            lines.add(line);
        }
        return lines;
    }

    @Test
    void endsWithItsChildrenWhenTheControllerLetsGo() throws IOException, InterruptedException {
        start(Immortal.class);
        ProcessHandle child = Awaitility.await()
                .until(() -> process.children().findAny(), Optional::isPresent)
                .orElseThrow();
        requests.close();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(child.onExit()).succeedsWithin(20, TimeUnit.SECONDS);
    }

    @Test
    void callsOperationsAndAnswersInLines() throws IOException {
        start(Immortal.class);
        assertThat(call("com.sun.management:type=DiagnosticCommand", "vmVersion"))
                .first()
                .isEqualTo("ok");
        assertThat(call("java.lang:type=Memory", "gc")).containsExactly("ok");
    }

    @Test
    void saysInOneLineWhyACallFailed() throws IOException {
        start(Immortal.class);
        assertThat(call("no.such:type=Object", "anything"))
                .singleElement()
                .asString()
                .startsWith("error ")
                .contains("no.such:type=Object");
        assertThat(call("too short")).singleElement().asString().startsWith("error ");
    }

    @Test
    void endsWhenTheMainClassFails() throws IOException, InterruptedException {
        start(Failing.class);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
    }
}

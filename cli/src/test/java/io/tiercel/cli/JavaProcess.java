package io.tiercel.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A main class in a process of its own, on the class path of the tests, which ends with this one, however that happens. */
final class JavaProcess implements AutoCloseable {
    private final Process process;
    private final Path log;

    private JavaProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static JavaProcess start(String mainClass, List<String> arguments) throws IOException {
        Path tether = Path.of(System.getProperty("tiercel.home"), "testkit-hdfs", "target", "classes");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + tether,
                "io.tiercel.testkit.node.Tether",
                mainClass));
        command.addAll(arguments);
        Path log = Files.createTempFile(Path.of("target"), "process", ".log");
        return new JavaProcess(
                new ProcessBuilder(command).redirectError(log.toFile()).start(), log);
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    /** Sends a signal such as STOP. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("/bin/kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** As kill -9. */
    void kill() {
        process.destroyForcibly();
        try {
            process.waitFor(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }
}

package io.tiercel.testkit.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A process of the cluster on the tether of this one: it ends when this one does. */
public final class Daemon implements AutoCloseable {
    private static final Pattern ERROR = Pattern.compile("Exception|Error|ERROR|Unrecognized");
    /** Lines of the java command after the reason why it cannot start. */
    private static final Pattern NOISE =
            Pattern.compile("^\\s+at |fatal exception has occurred|Could not create the Java");

    private static final String TETHER = "io.tiercel.testkit.node.Tether";

    private final String name;
    private final Path log;
    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader answers;

    private Daemon(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
        this.requests = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts a JVM.
     *
     * @param launcher what becomes the JVM in the end, such as {@code prlimit --memlock=65536}; empty for the JVM itself
     * @param options of the JVM, class path included
     */
    public static Daemon start(
            List<String> launcher,
            String name,
            Path log,
            List<String> options,
            List<String> command,
            Map<String, String> environment) {
        List<String> line = new ArrayList<>(launcher);
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(options);
        line.add(TETHER);
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.to(log.toFile()));
        builder.environment().putAll(environment);
        try {
            return new Daemon(name, log, builder.start());
        } catch (IOException e) {
            throw new ClusterException("cannot start the " + name + ": " + e.getMessage(), e);
        }
    }

    public String name() {
        return name;
    }

    public Path log() {
        return log;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** Bytes that it has locked in memory, as the kernel counts them; 0 once it has ended. */
    public long lockedBytes() {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                    .filter(line -> line.startsWith("VmLck:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                    .sum();
        } catch (IOException e) {
            // It ended while it was read.
            if (!process.isAlive()) {
                return 0;
            }
            throw new UncheckedIOException(e);
        }
    }

    /** Calls an operation on one of the daemon's MBeans and returns the lines of its answer. */
    public synchronized List<String> call(String object, String operation, String... arguments) {
        try {
            List<String> request = new ArrayList<>(List.of(object, operation));
            request.addAll(List.of(arguments));
            requests.write(String.join("\t", request) + "\n");
            requests.flush();
            return answer(operation);
        } catch (IOException e) {
            throw new ClusterException("the " + name + " did not answer (" + e.getMessage() + "); see " + log, e);
        }
    }

    private List<String> answer(String operation) throws IOException {
        String status = line();
        List<String> lines = new ArrayList<>();
        for (String line = line(); !line.equals("."); line = line()) {
            lines.add(line);
        }
        if (!status.equals("ok")) {
            throw new ClusterException("the " + name + " failed to do " + operation + ": " + status);
        }
        return lines;
    }

    private String line() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("it is gone");
        }
        return line;
    }

    /** Lets go of the tether: the daemon ends by itself, and its children with it. */
    void release() {
        try {
            requests.close();
        } catch (IOException e) {
            // It was gone before.
        }
    }

    /** Kills the process as kill -9 does, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        await(Duration.ofSeconds(10));
    }

    @Override
    public void close() {
        kill();
    }

    /** Sends a signal such as STOP, and returns once it has been sent. */
    public void signal(String signal) throws IOException {
        signal(process.toHandle(), signal);
    }

    /** The same for a process that a daemon has started. */
    public static void signal(ProcessHandle process, String signal) throws IOException {
        command("/bin/kill", "-" + signal, Long.toString(process.pid()));
    }

    /** From now on a process may open no file and no connection more, or again as many as the system lets it. */
    public static void letOpenFiles(ProcessHandle process, boolean may) throws IOException {
        Path limits = Path.of("/proc", Long.toString(process.pid()), "limits");
        String most = Files.readAllLines(limits).stream()
                .filter(line -> line.startsWith("Max open files"))
                .map(line -> line.split(" {2,}")[2])
                .findFirst()
                .orElseThrow(() -> new IOException(limits + " does not say how many files may be open"));
        command(
                "/usr/bin/prlimit",
                "--pid",
                Long.toString(process.pid()),
                "--nofile=" + (may ? most : "1") + ":" + most);
    }

    private static void command(String... line) throws IOException {
        Process command = new ProcessBuilder(line).inheritIO().start();
        try {
            if (command.waitFor() != 0) {
                throw new IOException(String.join(" ", line) + " failed with " + command.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the process is gone; says whether it is. */
    public boolean await(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    public int exitCode() {
        return process.exitValue();
    }

    /** Whether it ended because somebody else had its port. */
    boolean foundPortTaken() {
        try {
            String said = Files.readString(log, StandardCharsets.ISO_8859_1);
            return !alive() && (said.contains("BindException") || said.contains("Address already in use"));
        } catch (IOException e) {
            return false;
        }
    }

    /** The last thing in the log that looks like a reason, for a message to the user. */
    String lastWords() {
        try {
            List<String> lines = Files.readString(log, StandardCharsets.ISO_8859_1)
                    .lines()
                    .filter(line -> !line.isBlank() && !NOISE.matcher(line).find())
                    .toList();
            Stream<String> errors =
                    lines.stream().filter(line -> ERROR.matcher(line).find());
            return errors.reduce((first, second) -> second)
                    .or(() -> lines.isEmpty() ? Optional.empty() : Optional.of(lines.get(lines.size() - 1)))
                    .map(String::strip)
                    .orElse("it said nothing");
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }
}

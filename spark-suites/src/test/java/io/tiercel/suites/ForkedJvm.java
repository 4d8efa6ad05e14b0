package io.tiercel.suites;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A JVM of its own, so that no two Sparks meet in one.
 *
 * @param options options of the JVM, class path included
 * @param environment what is added to this process's environment
 * @param directory working directory; exists
 * @param log file that receives what it prints, overwritten
 */
record ForkedJvm(List<String> options, Map<String, String> environment, Path directory, Path log) {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** The options of a JVM that lives for seconds, with Spark's classes on its class path. */
    static List<String> options(String heap, String classPath) {
        var options = new ArrayList<>(List.of("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        options.addAll(Target.openModules());
        options.addAll(List.of("-cp", classPath));
        return options;
    }

    /** Exit status of a run, with the log's text. */
    record Outcome(int status, String output) {}

    /** Starts a main class; the caller ends the process with {@link #kill}. */
    Process start(String mainClass, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add(mainClass);
        command.addAll(arguments);
        var builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs a main class to its end.
     *
     * @throws AssertionError if it has not ended within the limit; it and the processes that it started are then killed
     */
    Outcome run(Duration limit, String mainClass, List<String> arguments) {
        Process process = start(mainClass, arguments);
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError(mainClass + " has not ended within " + limit + "; its log is " + log);
            }
            return new Outcome(process.exitValue(), output());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + mainClass, e);
        } finally {
            kill(process);
        }
    }

    /** Its output so far. */
    String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it has printed a line that contains the pattern, at most a minute, and returns the pattern's first group. */
    String awaitLine(String pattern) {
        var line = Pattern.compile(pattern);
        return await("'" + pattern + "' in " + log)
                .atMost(LIMIT)
                .until(() -> line.matcher(output()).results().findFirst(), Optional::isPresent)
                .orElseThrow()
                .group(1);
    }

    /** Ends a process and all that it started. */
    static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}

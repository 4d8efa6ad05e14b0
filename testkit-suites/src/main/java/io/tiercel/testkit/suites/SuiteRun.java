package io.tiercel.testkit.suites;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A run of one of an engine's test classes in a JVM of its own.
 *
 * @param successful how many tests passed
 * @param failed how many did not
 * @param output all that it has written
 */
public record SuiteRun(int successful, int failed, String output) {
    private static final Pattern SUCCESSFUL = Pattern.compile("\\[\\s*(\\d+) tests successful");
    private static final Pattern FAILED = Pattern.compile("\\[\\s*(\\d+) tests failed");

    /**
     * Runs a test class by JUnit's console, which the class path must have.
     *
     * @param options of the JVM, such as {@code --add-opens}
     * @param directory where it runs, and where its output lies, in {@code output.log}
     * @throws IllegalStateException if it has not ended after {@code limit}; nothing of it is left then
     */
    public static SuiteRun of(String suite, List<String> classPath, String options, Path directory, Duration limit)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(options.split("\\s+")));
        command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
        command.add(String.join(File.pathSeparator, classPath));
        command.addAll(List.of(
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--disable-ansi-colors",
                "--details=tree",
                "--select-class=" + suite));
        Path log = directory.resolve("output.log");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(suite + " has not ended after " + limit + ", see " + log);
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String output = Files.readString(log);
        return new SuiteRun(count(SUCCESSFUL, output), count(FAILED, output), output);
    }

    private static int count(Pattern pattern, String output) {
        Matcher found = pattern.matcher(output);
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
    }
}

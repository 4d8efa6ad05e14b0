package io.tiercel.suites;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The {@code tiercel} command, in a process of its own. */
final class Command {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Command() {}

    /**
     * Runs it, and returns what it prints.
     *
     * @param directory for its log; exists
     * @throws AssertionError if its exit code is not 0
     */
    static String run(Path directory, List<String> arguments) {
        var jvm = new ForkedJvm(
                List.of("-XX:+UseSerialGC", "-cp", Target.classPathOfCommand()),
                Map.of(),
                directory,
                directory.resolve("command.log"));
        var outcome = jvm.run(LIMIT, "io.tiercel.cli.Main", arguments);
        if (outcome.status() != 0) {
            throw new AssertionError("tiercel " + String.join(" ", arguments) + " ended with " + outcome.status() + "\n"
                    + outcome.output());
        }
        return outcome.output();
    }
}

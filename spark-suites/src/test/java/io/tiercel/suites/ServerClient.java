package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A client of a server, in a process of its own.
 *
 * @param directory for its jar and its log; exists
 * @param main a class of package {@code client}, with a {@code main}
 */
record ServerClient(Path directory, Class<?> main) {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** The jar with its package. */
    Path jar() {
        return directory.resolve("client.jar");
    }

    /**
     * Runs it, and returns its answers by subject.
     *
     * @param classPath beside its own jar
     * @throws AssertionError if it fails; with what it printed
     */
    Map<String, String> answers(
            String heap, String classPath, Map<String, String> environment, List<String> arguments) {
        PackageJar.create(jar(), main);
        var options = ForkedJvm.options(heap, jar() + File.pathSeparator + classPath);
        var jvm = new ForkedJvm(options, environment, directory, directory.resolve("client.log"));
        var outcome = jvm.run(LIMIT, main.getName(), arguments);
        assertThat(outcome.status()).as(outcome.output()).isZero();
        return ApplicationRun.answers(outcome.output());
    }
}

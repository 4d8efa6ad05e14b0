package io.tiercel.suites.tez;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.testkit.suites.ClassSwap;
import io.tiercel.testkit.suites.SuiteRun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tez' own suite of its scheduler passes with ours in its place. No test of it is left out. No other suite of Tez names the scheduler: the
 * rest test the older one, or take a scheduler of their own.
 */
final class TezSuitesIT {
    private static final String PACKAGE = "org.apache.tez.dag.app.rm.";
    private static final Path DIRECTORY = Path.of("target", "suites").toAbsolutePath();
    private static final String STOCK = PACKAGE + "DagAwareYarnTaskScheduler";
    private static final Map<String, String> SWAPS =
            Map.of(STOCK, PACKAGE + "SuiteTaskScheduler", STOCK + "$AMRMClientAsyncWrapper", PACKAGE + "PlannedClient");

    @Test
    void theSuiteOfTezSchedulerPasses() throws Exception {
        List<String> jars = jars();
        Path directory = Files.createDirectories(DIRECTORY.resolve("TestDagAwareYarnTaskScheduler"));
        int places = ClassSwap.of(SWAPS).withLiterals().rewrite(testsOf(jars), "", directory.resolve("classes"));
        assertThat(places).as("places that name Tez' classes").isPositive();
        List<String> classPath = new ArrayList<>();
        classPath.add(directory.resolve("classes").toString());
        classPath.add(Path.of("target", "test-classes").toAbsolutePath().toString());
        classPath.addAll(jars);
        classPath.add(System.getProperty("tiercel.tez.jar"));

        SuiteRun run = SuiteRun.of(
                PACKAGE + "TestDagAwareYarnTaskScheduler",
                classPath,
                System.getProperty("tiercel.jdk.opens"),
                directory,
                Duration.ofMinutes(2));

        assertThat(run.failed()).as("failed, see %s", directory).isZero();
        assertThat(run.successful()).as("passed, see %s", directory).isPositive();
        assertThat(run.output()).contains("The test's planner placed").doesNotContain("Tez' own scheduler decides");
    }

    private static List<String> jars() throws IOException {
        return List.of(Files.readString(Path.of(System.getProperty("tiercel.suites.classpath")))
                .strip()
                .split(File.pathSeparator));
    }

    private static Path testsOf(List<String> jars) {
        return jars.stream()
                .filter(jar -> jar.matches(".*tez-dag-[^/]*-tests\\.jar"))
                .map(Path::of)
                .findFirst()
                .orElseThrow();
    }
}

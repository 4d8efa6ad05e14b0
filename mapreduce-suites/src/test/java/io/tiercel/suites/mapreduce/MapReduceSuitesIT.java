package io.tiercel.suites.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.testkit.suites.ClassSwap;
import io.tiercel.testkit.suites.SuiteRun;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * MapReduce's own suites pass with our allocator and our master in the place of Hadoop's. No test of theirs is left out.
 *
 * <p>Only {@code TestRMContainerAllocator} makes allocators. The others start masters whose containers come from the test, so they say
 * only that our master's own members do not disturb recovery, failures, kills, speculation, cleaning up and the end of a job. Suites that
 * name neither class are not here: ours could not change them.
 */
@Tag("slow")
final class MapReduceSuitesIT {
    private static final String PACKAGE = "org.apache.hadoop.mapreduce.v2.app.";
    private static final Path DIRECTORY = Path.of("target", "suites").toAbsolutePath();
    private static final Map<String, String> SWAPS = Map.of(
            PACKAGE + "rm.RMContainerAllocator", PACKAGE + "rm.SuiteAllocator",
            PACKAGE + "MRAppMaster", PACKAGE + "SuiteAppMaster");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm.TestRMContainerAllocator",
                "TestRecovery",
                "TestRuntimeEstimators",
                "TestKill",
                "TestFail",
                "TestFetchFailure",
                "TestMRApp",
                "TestMRAppMaster",
                "TestAMInfos",
                "TestStagingCleanup",
                "TestJobEndNotifier",
                "TestKillAMPreemptionPolicy",
                "TestCheckpointPreemptionPolicy"
            })
    void suitePasses(String suite) throws Exception {
        List<String> jars = List.of(Files.readString(Path.of(System.getProperty("tiercel.mapreduce.tests")))
                .strip()
                .split(File.pathSeparator));
        Path directory = Files.createDirectories(DIRECTORY.resolve(suite));
        int places = ClassSwap.of(SWAPS).withLiterals().rewrite(testsOf(jars), "", directory.resolve("classes"));
        assertThat(places).as("places that name Hadoop's classes").isPositive();

        Files.createDirectories(directory.resolve("target"));
        SuiteRun run = SuiteRun.of(
                PACKAGE + suite,
                classPath(directory, jars),
                System.getProperty("tiercel.jdk.opens"),
                directory,
                Duration.ofMinutes(5));

        assertThat(run.failed()).as("failed, see %s", directory).isZero();
        assertThat(run.successful()).as("passed, see %s", directory).isPositive();
    }

    private static Path testsOf(List<String> jars) {
        return jars.stream()
                .filter(jar -> jar.matches(".*hadoop-mapreduce-client-app-[^/]*-tests\\.jar"))
                .map(Path::of)
                .findFirst()
                .orElseThrow();
    }

    private static List<String> classPath(Path directory, List<String> jars) {
        List<String> classPath = new ArrayList<>();
        classPath.add(directory.resolve("classes").toString());
        classPath.add(Path.of("target", "test-classes").toAbsolutePath().toString());
        classPath.addAll(jars);
        classPath.add(System.getProperty("tiercel.mapreduce.jar"));
        return classPath;
    }
}

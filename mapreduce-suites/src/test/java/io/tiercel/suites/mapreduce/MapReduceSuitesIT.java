package io.tiercel.suites.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final Pattern SUCCESSFUL = Pattern.compile("\\[\\s*(\\d+) tests successful");
    private static final Pattern FAILED = Pattern.compile("\\[\\s*(\\d+) tests failed");
    private static final Path DIRECTORY = Path.of("target", "suites").toAbsolutePath();
    private static final Map<String, String> SWAPS = Map.of(
            internal("rm.RMContainerAllocator"), internal("rm.SuiteAllocator"),
            internal("MRAppMaster"), internal("SuiteAppMaster"));

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
        int places = ClassSwap.rewrite(testsOf(jars), directory.resolve("classes"), SWAPS);
        assertThat(places).as("places that name Hadoop's classes").isPositive();

        String output = run(suite, directory, jars);

        assertThat(count(FAILED, output)).as("failed, see %s", directory).isZero();
        assertThat(count(SUCCESSFUL, output)).as("passed, see %s", directory).isPositive();
    }

    private static String internal(String name) {
        return (PACKAGE + name).replace('.', '/');
    }

    private static Path testsOf(List<String> jars) {
        return jars.stream()
                .filter(jar -> jar.matches(".*hadoop-mapreduce-client-app-[^/]*-tests\\.jar"))
                .map(Path::of)
                .findFirst()
                .orElseThrow();
    }

    private static String run(String suite, Path directory, List<String> jars)
            throws IOException, InterruptedException {
        List<String> classPath = new ArrayList<>();
        classPath.add(directory.resolve("classes").toString());
        classPath.add(Path.of("target", "test-classes").toAbsolutePath().toString());
        classPath.addAll(jars);
        classPath.add(System.getProperty("tiercel.mapreduce.jar"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(System.getProperty("tiercel.jdk.opens").split("\\s+")));
        command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
        command.add(String.join(File.pathSeparator, classPath));
        command.addAll(List.of(
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--disable-ansi-colors",
                "--details=tree",
                "--select-class=" + PACKAGE + suite));
        Files.createDirectories(directory.resolve("target"));
        Path log = directory.resolve("output.log");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("it ends").isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return Files.readString(log);
    }

    private static int count(Pattern pattern, String output) {
        Matcher found = pattern.matcher(output);
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
    }
}

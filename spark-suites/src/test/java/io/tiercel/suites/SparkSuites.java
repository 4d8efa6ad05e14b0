package io.tiercel.suites;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs Spark's own scheduler suites, rewritten to use given subclasses, in a JVM of its own. */
final class SparkSuites {
    static final String TASK_SCHEDULER_IMPL = "org.apache.spark.scheduler.TaskSchedulerImpl";
    static final String TASK_SET_MANAGER = "org.apache.spark.scheduler.TaskSetManager";

    /** About four times what a run takes on two cores. */
    private static final Duration LIMIT = Duration.ofMinutes(8);

    private final Path directory;
    private final Map<String, String> subclasses;

    /**
     * @param directory where everything of this run goes
     * @param subclasses name of the subclass put in, by that of Spark's class
     */
    SparkSuites(Path directory, Map<String, String> subclasses) {
        this.directory = directory;
        this.subclasses = subclasses;
    }

    /**
     * What came out of a run.
     *
     * @param reports a report for each suite asked for, in that order
     * @param constructions how often the suites constructed what was put in, by class name
     * @param status exit status of the JVM
     * @param output what it printed
     */
    record Result(List<SuiteReport> reports, Map<String, Integer> constructions, int status, String output) {}

    Result run(List<String> suites) {
        Path rewritten = directory.resolve("classes");
        Path reports = directory.resolve("reports");
        Path home = SparkHome.create(directory.resolve("home"), Target.classPathOfSpark());
        try {
            Files.createDirectories(rewritten);
            Files.createDirectories(reports);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        new SuiteRewriter(subclasses).rewrite(Target.sparkCoreTests(), "org/apache/spark/scheduler/", rewritten);
        var arguments = new ArrayList<>(List.of(reports.toString(), rewritten.toString()));
        arguments.addAll(suites);
        var outcome = jvm(rewritten, home).run(LIMIT, SuiteRun.class.getName(), arguments);
        return new Result(
                suites.stream().map(suite -> SuiteReport.read(reports, suite)).toList(),
                constructions(reports.resolve(SuiteRun.CONSTRUCTIONS)),
                outcome.status(),
                outcome.output());
    }

    private ForkedJvm jvm(Path rewritten, Path home) {
        var options = new ArrayList<String>();
        options.add("-Xmx1500m");
        options.addAll(Target.openModules());
        options.add("-Dspark.testing=1");
        options.add("-Dspark.test.home=" + home);
        options.add("-Dspark.ui.enabled=false");
        options.add("-Djava.io.tmpdir=" + directory);
        options.add("-cp");
        options.add(String.join(
                File.pathSeparator, rewritten.toString(), Target.testClasses().toString(), Target.classPathOfSuites()));
        var environment = Map.of("SPARK_HOME", home.toString(), "SPARK_SCALA_VERSION", "2.13", "SPARK_TESTING", "1");
        return new ForkedJvm(options, environment, directory, directory.resolve("run.log"));
    }

    private static Map<String, Integer> constructions(Path file) {
        try {
            var counts = new TreeMap<String, Integer>();
            for (String line : Files.readAllLines(file)) {
                List<String> pair = Arrays.asList(line.split("="));
                counts.put(pair.get(0), Integer.valueOf(pair.get(1)));
            }
            return counts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

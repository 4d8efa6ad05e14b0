package io.tiercel.suites;

import io.tiercel.testkit.suites.ClassSwap;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One of Spark's own suites.
 *
 * @param name its class
 * @param declared how many tests it declares in the Spark that we compile against: running fewer must not pass
 */
record SparkSuite(String name, int declared) {
    static final SparkSuite TASK_SCHEDULER = new SparkSuite("org.apache.spark.scheduler.TaskSchedulerImplSuite", 110);
    static final SparkSuite TASK_SET_MANAGER = new SparkSuite("org.apache.spark.scheduler.TaskSetManagerSuite", 69);

    /** Several times what a run takes on two cores. */
    private static final Duration LIMIT = Duration.ofMinutes(8);

    /**
     * The outcome of a run.
     *
     * @param constructions how often the suite constructed what was put in, by class name
     * @param status exit status of the JVM
     * @param directory where everything of the run is
     */
    record Result(SuiteReport report, Map<String, Integer> constructions, int status, Path directory) {}

    /**
     * Runs the suite in a JVM of its own.
     *
     * @param directory where everything of this run goes; emptied before
     * @param subclasses name of the class put in, by that of Spark's class that it extends
     * @param settings Spark configuration beside what a test sets itself
     */
    Result run(Path directory, Map<String, String> subclasses, Map<String, String> settings) {
        Path classes = Target.emptied(directory.resolve("classes"));
        Path reports = Target.emptied(directory.resolve("reports"));
        Path work = Target.emptied(directory.resolve("work"));
        Path home = SparkHome.create(directory.resolve("home"), Target.classPathOfSpark());
        ClassSwap.of(subclasses)
                .tallying(Tally.class)
                .rewrite(Target.sparkCoreTests(), "org/apache/spark/scheduler/", classes);
        var options = new ArrayList<>(List.of("-Xmx1g", "-Djava.io.tmpdir=" + work));
        options.addAll(Target.openModules());
        // As Spark's own build runs its suites.
        options.addAll(List.of("-Dspark.testing=1", "-Dspark.test.home=" + home, "-Dspark.ui.enabled=false"));
        settings.forEach((key, value) -> options.add("-D" + key + "=" + value));
        options.add("-cp");
        options.add(String.join(
                File.pathSeparator, classes.toString(), Target.testClasses().toString(), Target.classPathOfSuites()));
        var environment = new TreeMap<>(SparkHome.environment(home));
        environment.put("SPARK_TESTING", "1");
        var outcome = new ForkedJvm(options, environment, work, directory.resolve("run.log"))
                .run(LIMIT, SuiteRun.class.getName(), List.of(reports.toString(), classes.toString(), name));
        return new Result(SuiteReport.read(reports, name), constructions(reports), outcome.status(), directory);
    }

    private static Map<String, Integer> constructions(Path reports) {
        try {
            var counts = new TreeMap<String, Integer>();
            for (String line : Files.readAllLines(reports.resolve(SuiteRun.CONSTRUCTIONS))) {
                int sign = line.indexOf('=');
                counts.put(line.substring(0, sign), Integer.valueOf(line.substring(sign + 1)));
            }
            return counts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

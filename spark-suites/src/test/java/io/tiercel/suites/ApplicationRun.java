package io.tiercel.suites;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Submits an application of package {@code app} to one Spark as a user would: through {@code spark-submit}'s main class.
 *
 * @param home SPARK_HOME of that Spark
 * @param directory where everything of this run goes; exists
 * @param application has a {@code main}
 * @param arguments that it gets
 */
record ApplicationRun(Path home, Path directory, Class<?> application, List<String> arguments) {
    /** Ends a run that hangs. Starved of processors, an application has taken more than three minutes. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** The application's answers, by subject, and all output of the driver. */
    record Answers(Map<String, String> answers, String output) {}

    /**
     * @param settings configuration beside what the application itself needs
     * @throws AssertionError if the application fails; with what it printed
     */
    Answers on(String master, Map<String, String> settings) {
        var all = new TreeMap<>(settings);
        all.put("spark.ui.port", "0");
        all.put("spark.sql.shuffle.partitions", "2");
        var line = new ArrayList<>(List.of("--master", master, "--class", application.getName()));
        all.forEach((key, value) -> line.addAll(List.of("--conf", key + "=" + value)));
        line.add(PackageJar.create(directory.resolve("application.jar"), application)
                .toString());
        line.addAll(arguments);
        var outcome = SparkHome.submitter(home, "768m", directory, "driver.log")
                .run(LIMIT, "org.apache.spark.deploy.SparkSubmit", line);
        if (outcome.status() != 0) {
            throw new AssertionError("exit status " + outcome.status() + "\n" + outcome.output());
        }
        return new Answers(answers(outcome.output()), outcome.output());
    }

    /** The answers in what an application has printed, by subject. */
    static Map<String, String> answers(String output) {
        var answers = new TreeMap<String, String>();
        output.lines()
                .filter(line -> line.startsWith("answer "))
                .map(line -> line.split(" ", 3))
                .forEach(part -> answers.put(part[1], part[2]));
        return answers;
    }
}

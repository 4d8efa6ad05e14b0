package io.tiercel.suites.spark.yarn;

import io.tiercel.testkit.YarnCluster;
import io.tiercel.testkit.process.ClassPaths;
import io.tiercel.testkit.process.Daemon;
import io.tiercel.testkit.process.JvmOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Submits applications to YARN as a user would, in client mode: through {@code spark-submit}'s main class, with the jar that ships.
 *
 * @param home SPARK_HOME, with Spark's jars
 * @param directory where everything of the applications goes; exists
 */
record YarnSubmission(YarnCluster cluster, Path home, Path directory) {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final int DRIVER_MIB = 512;
    private static final String GATEWAY = "127.0.0.1";

    /** Makes a SPARK_HOME of links to the jars of a Spark. */
    static YarnSubmission to(YarnCluster cluster, Path directory) throws IOException {
        Path jars = Files.createDirectories(directory.resolve("spark-home/jars"));
        String classPath = Files.readString(target().resolve("spark.classpath")).strip();
        for (String entry : classPath.split(File.pathSeparator)) {
            Files.createSymbolicLink(jars.resolve(Path.of(entry).getFileName()), Path.of(entry));
        }
        return new YarnSubmission(cluster, jars.getParent(), directory);
    }

    private static Path target() {
        return Path.of(System.getProperty("tiercel.suites.target"));
    }

    /**
     * Runs an application with the plugin, until it ends.
     *
     * @param name of the run
     * @return all lines of the driver
     * @throws AssertionError if it fails
     */
    List<String> run(String name, Class<?> application, Map<String, String> settings, List<String> arguments)
            throws IOException {
        Map<String, String> conf = new LinkedHashMap<>(conf());
        conf.putAll(settings);
        List<String> command = new ArrayList<>(
                List.of("org.apache.spark.deploy.SparkSubmit", "--master", "yarn", "--class", application.getName()));
        conf.forEach((key, value) -> command.addAll(List.of("--conf", key + "=" + value)));
        command.add("spark-internal");
        command.addAll(arguments);
        String classPath = String.join(
                File.pathSeparator, home.resolve("jars") + "/*", applicationClasses(), "" + cluster.confDir());
        List<String> options = new ArrayList<>(JvmOptions.daemon(DRIVER_MIB, classPath));
        options.addAll(JvmOptions.identity(GATEWAY));
        Path log = directory.resolve(name + ".log");
        try (Daemon driver = Daemon.start(List.of(), name, log, options, command, environment())) {
            boolean hasEnded = driver.await(LIMIT);
            List<String> lines = Files.readAllLines(log);
            if (!hasEnded || driver.exitCode() != 0) {
                throw new AssertionError(
                        name + (hasEnded ? " failed" : " did not end") + "\n" + String.join("\n", lines));
            }
            return lines;
        }
    }

    /** Class path of driver and executors beside Spark's: the application, and what gives a process the place of its node. */
    private static String applicationClasses() {
        return target().resolve("test-classes")
                + File.pathSeparator
                + ClassPaths.ofThisBuild().daemonClasses();
    }

    private Map<String, String> environment() {
        return Map.of(
                "SPARK_HOME",
                home.toString(),
                "SPARK_SCALA_VERSION",
                "2.13",
                "SPARK_LOCAL_IP",
                GATEWAY,
                "HADOOP_CONF_DIR",
                cluster.confDir().toString());
    }

    private Map<String, String> conf() {
        Map<String, String> conf = new LinkedHashMap<>();
        conf.put("spark.jars", System.getProperty("tiercel.bundle"));
        conf.put("spark.plugins", "io.tiercel.spark.TiercelPlugin");
        conf.put("spark.driver.host", GATEWAY);
        conf.put("spark.driver.bindAddress", GATEWAY);
        conf.put("spark.ui.enabled", "false");
        conf.put("spark.yarn.jars", "local:" + home.resolve("jars") + "/*");
        conf.put("spark.yarn.stagingDir", directory.resolve("staging").toUri().toString());
        conf.put("spark.yarn.am.memory", "256m");
        conf.put("spark.yarn.am.memoryOverhead", "128m");
        conf.put("spark.yarn.submit.waitAppCompletion", "true");
        conf.put("spark.executor.cores", "1");
        conf.put("spark.executor.memory", "512m");
        conf.put("spark.executor.memoryOverhead", "128m");
        conf.put("spark.executor.extraClassPath", applicationClasses());
        // YARN puts the node's name in place of the braces.
        conf.put("spark.executor.extraJavaOptions", String.join(" ", JvmOptions.executor("{{NM_HOST}}")));
        return conf;
    }
}

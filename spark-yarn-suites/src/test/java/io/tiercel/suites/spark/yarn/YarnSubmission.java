package io.tiercel.suites.spark.yarn;

import io.tiercel.testkit.LiveFiles;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Submits applications to YARN as a user would: through {@code spark-submit}'s main class, with the jar that ships.
 *
 * @param home SPARK_HOME, with Spark's jars
 * @param directory where everything of the applications goes; exists
 * @param options of the JVM of drivers in client mode, beside the usual ones
 */
record YarnSubmission(YarnCluster cluster, Path home, Path directory, List<String> options) {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final int DRIVER_MIB = 512;
    private static final String GATEWAY = "127.0.0.1";
    private static final Pattern APPLICATION = Pattern.compile("application_\\d+_\\d+");

    /** Makes a SPARK_HOME of links to the jars of a Spark. */
    static YarnSubmission to(YarnCluster cluster, Path directory, String... options) throws IOException {
        Path jars = Files.createDirectories(directory.resolve("spark-home/jars"));
        String classPath = Files.readString(target().resolve("spark.classpath")).strip();
        for (String entry : classPath.split(File.pathSeparator)) {
            Files.createSymbolicLink(jars.resolve(Path.of(entry).getFileName()), Path.of(entry));
        }
        return new YarnSubmission(cluster, jars.getParent(), directory, List.of(options));
    }

    private static Path target() {
        return Path.of(System.getProperty("tiercel.suites.target"));
    }

    /**
     * Runs an application with the plugin in client mode, until it ends.
     *
     * @param name of the run
     * @return all lines of the driver
     * @throws AssertionError if it fails
     */
    List<String> run(String name, Class<?> application, Map<String, String> settings, List<String> arguments)
            throws IOException {
        return submit(name, application, settings, arguments);
    }

    /**
     * Runs an application with the plugin in cluster mode, until it ends.
     *
     * @return all that its driver printed, from the log of its container
     * @throws AssertionError if it fails
     */
    List<String> runInCluster(String name, Class<?> application, Map<String, String> settings, List<String> arguments)
            throws IOException {
        Map<String, String> conf = new LinkedHashMap<>(settings);
        conf.put("spark.submit.deployMode", "cluster");
        conf.put("spark.driver.memory", DRIVER_MIB + "m");
        conf.put("spark.driver.memoryOverhead", "128m");
        conf.put("spark.driver.extraClassPath", applicationClasses());
        conf.put("spark.driver.extraJavaOptions", String.join(" ", JvmOptions.executor(GATEWAY)));
        conf.put("spark.yarn.appMasterEnv.SPARK_LOCAL_IP", GATEWAY);
        conf.put("spark.yarn.maxAppAttempts", "1");
        String submitted = String.join("\n", submit(name, application, conf, arguments));
        Matcher id = APPLICATION.matcher(submitted);
        if (!id.find()) {
            throw new AssertionError(name + " has no id\n" + submitted);
        }
        return printed(id.group());
    }

    /** What the containers of an application have printed; executors print nothing. */
    private List<String> printed(String application) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : LiveFiles.named("stdout", cluster.workDir())) {
            if (file.toString().contains(application)) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    /** What the driver of a run prints, in client mode. */
    Path log(String name) {
        return directory.resolve(name + ".log");
    }

    private List<String> submit(String name, Class<?> application, Map<String, String> settings, List<String> arguments)
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
        List<String> all = new ArrayList<>(JvmOptions.daemon(DRIVER_MIB, classPath));
        all.addAll(JvmOptions.identity(GATEWAY));
        all.addAll(options);
        Path log = log(name);
        try (Daemon driver = Daemon.start(List.of(), name, log, all, command, environment())) {
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

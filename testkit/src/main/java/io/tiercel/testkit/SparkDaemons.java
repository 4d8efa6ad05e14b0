package io.tiercel.testkit;

import io.tiercel.testkit.process.ClassPaths;
import io.tiercel.testkit.process.ClusterException;
import io.tiercel.testkit.process.Daemon;
import io.tiercel.testkit.process.JvmOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

record SparkDaemons(
        ClusterBuilder spec, ClusterLayout layout, HadoopConf hadoop, ClassPaths classPaths, int masterPort) {
    private static final int DAEMON_MIB = 256;
    private static final int DRIVER_MIB = 1024;
    private static final int EXECUTOR_OVERHEAD_MIB = 384;

    String url() {
        return "spark://" + ClusterBuilder.GATEWAY + ":" + masterPort;
    }

    Map<String, String> applicationConf() {
        Map<String, String> conf = new LinkedHashMap<>();
        conf.put("spark.master", url());
        conf.put("spark.executor.cores", Integer.toString(spec.slotsPerNode));
        conf.put("spark.executor.memory", spec.executorMiB + "m");
        conf.put("spark.driver.host", ClusterBuilder.GATEWAY);
        conf.put("spark.driver.bindAddress", ClusterBuilder.GATEWAY);
        conf.put("spark.ui.enabled", "false");
        conf.put("spark.ui.showConsoleProgress", "false");
        // All slots from the first stage on, so that runs can be compared; the ratio counts only against a maximum.
        conf.put("spark.cores.max", Integer.toString(spec.nodes * spec.slotsPerNode));
        conf.put("spark.scheduler.minRegisteredResourcesRatio", "1.0");
        hadoop.client().forEach((key, value) -> conf.put("spark.hadoop." + key, value));
        if (!spec.pluginJars.isEmpty()) {
            conf.put("spark.jars", spec.pluginJars.stream().map(Path::toString).collect(Collectors.joining(",")));
        }
        return conf;
    }

    /** Writes what daemons, drivers and executors read, and lays out a SPARK_HOME for the Workers. */
    void writeConfiguration() {
        ClusterLayout.write(
                layout.sparkConf().resolve("log4j2.properties"), ClusterLayout.resource("log4j2.properties"));
        StringBuilder defaults = new StringBuilder();
        applicationConf().forEach((key, value) -> defaults.append(key + " " + value + "\n"));
        ClusterLayout.write(layout.sparkConf().resolve("spark-defaults.conf"), defaults.toString());
        ClusterLayout.directory(layout.temporary());
        Path jars = ClusterLayout.directory(layout.sparkHome().resolve("jars"));
        for (String jar : classPaths.spark()) {
            link(jars.resolve(Path.of(jar).getFileName()), Path.of(jar));
        }
    }

    Daemon master() {
        List<String> command = List.of(
                "org.apache.spark.deploy.master.Master",
                "--host",
                ClusterBuilder.GATEWAY,
                "--port",
                Integer.toString(masterPort),
                "--webui-port",
                "0");
        List<String> options = new ArrayList<>(JvmOptions.identity(ClusterBuilder.GATEWAY));
        // On a taken port it would move to the next one, where nobody looks for it.
        options.add("-Dspark.port.maxRetries=0");
        // Spark 4 starts a second server, on a fixed port; where another Master has that, this one would not come up.
        options.add("-Dspark.master.rest.enabled=false");
        return start("master", ClusterBuilder.GATEWAY, layout.sparkConf(), command, options, DAEMON_MIB);
    }

    Daemon worker(int node) {
        Path confDir = layout.sparkConf(node);
        ClusterLayout.write(confDir.resolve("log4j2.properties"), ClusterLayout.resource("log4j2.properties"));
        writeExecutorOptions(node);
        List<String> command = List.of(
                "org.apache.spark.deploy.worker.Worker",
                "--host",
                ClusterBuilder.host(node),
                "--webui-port",
                "0",
                "--cores",
                Integer.toString(spec.slotsPerNode),
                "--memory",
                spec.slotsPerNode * (spec.executorMiB + EXECUTOR_OVERHEAD_MIB) + "m",
                "--work-dir",
                ClusterLayout.directory(layout.executors(node)).toString(),
                url());
        return start(
                "worker-" + node,
                ClusterBuilder.host(node),
                confDir,
                command,
                JvmOptions.identity(ClusterBuilder.host(node)),
                DAEMON_MIB);
    }

    /** The Worker reads them for each executor. */
    private void writeExecutorOptions(int node) {
        List<String> options = new ArrayList<>(classPaths.sparkArchive().options());
        options.addAll(JvmOptions.executor(ClusterBuilder.host(node)));
        ClusterLayout.replace(layout.sparkConf(node).resolve("java-opts"), String.join("\n", options) + "\n");
    }

    /** Starts an application through spark-submit's own main class, in client mode. */
    Daemon driver(SparkApp app, String name) {
        // An archive that has come since the Workers started.
        IntStream.range(0, spec.nodes).forEach(this::writeExecutorOptions);
        List<String> command =
                new ArrayList<>(List.of("org.apache.spark.deploy.SparkSubmit", "--class", app.mainClass()));
        Map<String, String> conf = new LinkedHashMap<>();
        String executors = executorClassPath(app);
        if (!executors.isEmpty()) {
            conf.put("spark.executor.extraClassPath", executors);
        }
        conf.putAll(app.conf());
        conf.forEach((key, value) -> command.addAll(List.of("--conf", key + "=" + value)));
        // The classes are on the class path already: this argument tells spark-submit so.
        command.add("spark-internal");
        command.addAll(app.arguments());
        List<String> options = List.of("-cp", classPath(app.classPath(), layout.sparkConf()));
        return start(name, ClusterBuilder.GATEWAY, layout.sparkConf(), command, options, DRIVER_MIB);
    }

    /** Entries before all others on the executors' class path; Spark's jars as well if they have an archive. */
    private String executorClassPath(SparkApp app) {
        List<String> first = new ArrayList<>();
        if (classPaths.sparkArchive().isInUse()) {
            first.addAll(classPaths.spark());
        }
        app.classPath().forEach(path -> first.add(path.toString()));
        return String.join(File.pathSeparator, first);
    }

    private Daemon start(String name, String host, Path confDir, List<String> command, List<String> more, int heapMiB) {
        List<String> options = JvmOptions.daemon(heapMiB, classPath(List.of(), confDir));
        options.addAll(more);
        options.addAll(0, classPaths.sparkArchive().options());
        options.addAll(0, spec.daemonOptions);
        return Daemon.start(List.of(), name, layout.log(name), options, command, environment(host, confDir));
    }

    private Map<String, String> environment(String host, Path confDir) {
        Map<String, String> environment = new HashMap<>(spec.daemonEnvironment);
        environment.put("SPARK_HOME", layout.sparkHome().toString());
        environment.put("SPARK_SCALA_VERSION", "2.13");
        environment.put("SPARK_CONF_DIR", confDir.toString());
        environment.put("SPARK_LOCAL_DIRS", layout.temporary().toString());
        environment.put("SPARK_LOCAL_IP", host);
        // For the executors, whose class path the Worker puts together.
        environment.put("SPARK_DIST_CLASSPATH", classPaths.daemonClasses().toString());
        return environment;
    }

    /** Spark's jars come first, as they do for spark-submit and for the archive of their classes. */
    private String classPath(List<Path> application, Path confDir) {
        List<String> all = new ArrayList<>(classPaths.spark());
        application.forEach(path -> all.add(path.toString()));
        all.add(confDir.toString());
        all.add(classPaths.daemonClasses().toString());
        return String.join(File.pathSeparator, all);
    }

    private static void link(Path link, Path target) {
        try {
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, target);
        } catch (IOException e) {
            throw new ClusterException("cannot link " + link + " to " + target + ": " + e.getMessage(), e);
        }
    }
}

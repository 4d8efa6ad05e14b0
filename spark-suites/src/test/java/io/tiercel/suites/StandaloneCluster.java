package io.tiercel.suites;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A master and workers of one Spark, each worker a host of its own (127.0.0.2 and so on) with one core. */
final class StandaloneCluster implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Path home;
    private final Path directory;
    private final List<Process> daemons = new ArrayList<>();
    private String master = "";

    private StandaloneCluster(Path home, Path directory) {
        this.home = home;
        this.directory = directory;
    }

    /**
     * Starts one and waits until every worker is registered.
     *
     * @param home a SPARK_HOME
     * @param directory for logs and the workers' files; exists
     */
    static StandaloneCluster start(Path home, Path directory, List<String> hosts) {
        var cluster = new StandaloneCluster(home, directory);
        try {
            cluster.startDaemons(hosts);
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    private void startDaemons(List<String> hosts) {
        var masterJvm = daemon("master");
        daemons.add(masterJvm.start(
                "org.apache.spark.deploy.master.Master",
                List.of("--host", "127.0.0.1", "--port", "0", "--webui-port", "0")));
        master = awaitLine(masterJvm, "Starting Spark master at (spark://\\S+)");
        for (String host : hosts) {
            var worker = daemon("worker-" + host);
            daemons.add(worker.start(
                    "org.apache.spark.deploy.worker.Worker",
                    List.of(
                            "--host",
                            host,
                            "--webui-port",
                            "0",
                            "--cores",
                            "1",
                            "--memory",
                            "1g",
                            "--work-dir",
                            directory.resolve("work-" + host).toString(),
                            master)));
            awaitLine(worker, "Successfully registered with master (\\S+)");
        }
    }

    private ForkedJvm daemon(String name) {
        var options = new ArrayList<>(List.of("-Xmx256m"));
        options.addAll(Target.openModules());
        options.addAll(List.of("-cp", SparkHome.classPath(home)));
        return new ForkedJvm(options, SparkHome.environment(home), directory, directory.resolve(name + ".log"));
    }

    private static String awaitLine(ForkedJvm jvm, String pattern) {
        var line = Pattern.compile(pattern);
        var match = await("'" + pattern + "' in " + jvm.log())
                .atMost(LIMIT)
                .until(() -> line.matcher(jvm.output()).results().findFirst(), Optional::isPresent);
        return match.orElseThrow().group(1);
    }

    /** The URL that an application is submitted to. */
    String master() {
        return master;
    }

    @Override
    public void close() {
        daemons.forEach(ForkedJvm::kill);
    }
}

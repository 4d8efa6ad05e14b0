package io.tiercel.suites;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A master and workers of one Spark, each worker a host of its own (127.0.0.2 and so on) with one core. */
final class StandaloneCluster implements AutoCloseable {
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
        master = masterJvm.awaitLine("Starting Spark master at (spark://\\S+)");
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
            worker.awaitLine("Successfully registered with master (\\S+)");
        }
    }

    private ForkedJvm daemon(String name) {
        var options = new ArrayList<>(List.of("-Xmx256m"));
        options.addAll(Target.openModules());
        options.addAll(List.of("-cp", SparkHome.classPath(home)));
        return new ForkedJvm(options, SparkHome.environment(home), directory, directory.resolve(name + ".log"));
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

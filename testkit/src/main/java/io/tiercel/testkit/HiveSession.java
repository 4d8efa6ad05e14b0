package io.tiercel.testkit;

import io.tiercel.testkit.process.ClassPaths;
import io.tiercel.testkit.process.ClusterException;
import io.tiercel.testkit.process.Daemon;
import io.tiercel.testkit.process.Daemons;
import io.tiercel.testkit.process.Deadline;
import io.tiercel.testkit.process.JvmOptions;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An embedded Hive in a process of its own: one session, a metastore of its own, and Tez in local mode. It ends when it is closed, and
 * also when this process ends, however that happens. Statements run one after the other.
 */
public final class HiveSession implements AutoCloseable {
    private static final String STATEMENTS = "io.tiercel.testkit:type=Hive";
    private static final String NAME = "hive";

    /** Hive and its expression compiler need more than Hadoop's daemons. */
    private static final List<String> OPENS = List.of("java.text", "java.time", "java.util.regex", "java.sql");

    private final ClusterLayout layout;
    private final Daemons daemons;
    private final Daemon process;

    /**
     * The answer of a statement.
     *
     * @param rows columns separated by tabs; without a line's end within values
     * @param time from its compilation to the last row, inside Hive's process
     */
    public record Result(List<String> rows, Duration time) {
        public double seconds() {
            return time.toNanos() / 1e9;
        }
    }

    private HiveSession(ClusterLayout layout, Daemons daemons, Daemon process) {
        this.layout = layout;
        this.daemons = daemons;
        this.process = process;
    }

    public static HiveSessionBuilder builder() {
        return new HiveSessionBuilder();
    }

    static HiveSession start(HiveSessionBuilder spec) {
        ClassPaths classPaths = ClassPaths.ofThisBuild();
        ClusterLayout layout = ClusterLayout.temporaryUnder(classPaths.clusters());
        Daemons daemons = new Daemons();
        try {
            HiveSession session = new HiveSession(layout, daemons, daemons.add(launch(spec, layout, classPaths)));
            session.awaitStatements();
            return session;
        } catch (RuntimeException | Error e) {
            daemons.close();
            throw e;
        }
    }

    private static Daemon launch(HiveSessionBuilder spec, ClusterLayout layout, ClassPaths classPaths) {
        Path confDir = layout.root().resolve("conf/hive");
        ClusterLayout.write(confDir.resolve("hive-site.xml"), HadoopConf.xml(conf(spec, layout)));
        ClusterLayout.write(confDir.resolve("log4j2.properties"), ClusterLayout.resource("log4j2.properties"));
        ClusterLayout.directory(layout.temporary());
        ClusterLayout.directory(layout.logs());
        List<String> classPath = new ArrayList<>(classPaths.hive());
        classPath.add(classPaths.hiveClasses().toString());
        classPath.add(confDir.toString());
        classPath.add(classPaths.daemonClasses().toString());
        spec.jars.forEach(jar -> classPath.add(jar.toString()));
        List<String> options = new ArrayList<>();
        OPENS.forEach(name -> options.add(
                "--add-opens=" + (name.equals("java.sql") ? "java.sql/" : "java.base/") + name + "=ALL-UNNAMED"));
        options.addAll(JvmOptions.identity(spec.host));
        options.add("-Djava.io.tmpdir=" + layout.temporary());
        // Tez in local mode puts its files there.
        options.add("-Duser.dir=" + layout.temporary());
        options.add("-Dderby.system.home=" + layout.temporary());
        options.add("-Dlog4j2.disableJmx=true");
        options.add("-Dlog4j2.configurationFile=" + confDir.resolve("log4j2.properties"));
        options.addAll(JvmOptions.daemon(spec.heapMiB, String.join(File.pathSeparator, classPath)));
        return Daemon.start(
                List.of(),
                NAME,
                layout.log(NAME),
                options,
                List.of("io.tiercel.testkit.hive.Statements"),
                Map.of(
                        "HADOOP_CONF_DIR",
                        confDir.toString(),
                        "PWD",
                        layout.temporary().toString()));
    }

    private static Map<String, String> conf(HiveSessionBuilder spec, ClusterLayout layout) {
        Path local = layout.temporary();
        Map<String, String> conf = new LinkedHashMap<>();
        conf.put("javax.jdo.option.ConnectionURL", "jdbc:derby:" + layout.root().resolve("metastore") + ";create=true");
        conf.put("datanucleus.schema.autoCreateAll", "true");
        conf.put("datanucleus.connectionPoolingType", "NONE");
        conf.put("hive.metastore.schema.verification", "false");
        conf.put("hive.metastore.client.capability.check", "false");
        conf.put("hive.metastore.event.db.notification.api.auth", "false");
        conf.put("hive.notification.event.poll.interval", "0s");
        conf.put("hive.metastore.warehouse.dir", "/warehouse");
        conf.put("hive.metastore.warehouse.external.dir", "/warehouse-external");
        conf.put("hive.exec.scratchdir", local.resolve("scratch").toUri().toString());
        conf.put("hive.exec.local.scratchdir", local.resolve("local-scratch").toString());
        conf.put("hive.user.install.directory", local.resolve("install").toUri().toString());
        conf.put("hive.jar.directory", local.resolve("install").toUri().toString());
        conf.put("hive.support.concurrency", "false");
        conf.put("hive.txn.manager", "org.apache.hadoop.hive.ql.lockmgr.DummyTxnManager");
        conf.put("hive.stats.autogather", "false");
        conf.put("hive.exec.dynamic.partition.mode", "nonstrict");
        conf.put("hive.fetch.task.conversion", "none");
        conf.put("hive.query.results.cache.enabled", "false");
        conf.put("hive.exec.submitviachild", "false");
        conf.put("hive.exec.submit.local.task.via.child", "false");
        conf.put("hive.in.test", "true");
        conf.put("hive.execution.engine", "tez");
        conf.put("hive.tez.container.size", "256");
        conf.put("tez.local.mode", "true");
        conf.put("tez.local.mode.without.network", "true");
        conf.put("tez.runtime.optimize.local.fetch", "true");
        conf.put("tez.runtime.io.sort.mb", "32");
        conf.put("tez.ignore.lib.uris", "true");
        conf.put("tez.am.tez-ui.webservice.enable", "false");
        conf.put("tez.staging-dir", local.resolve("tez").toUri().toString());
        conf.putAll(spec.keys);
        return conf;
    }

    private void awaitStatements() {
        new Deadline(ClusterBuilder.START_LIMIT)
                .await(
                        () -> {
                            daemons.requireAllAlive();
                            return answers();
                        },
                        () -> "Hive did not take statements (see " + process.log() + ")");
    }

    private boolean answers() {
        try {
            return !process.call(STATEMENTS, "run", "set tez.local.mode").isEmpty();
        } catch (ClusterException e) {
            return false;
        }
    }

    /**
     * Runs a statement of HiveQL, or a command of Hive such as {@code set}, and waits for all its rows.
     *
     * @throws ClusterException if it fails, with Hive's reason
     */
    public Result run(String statement) {
        List<String> answer = process.call(STATEMENTS, "run", statement.replaceAll("[\\t\\r\\n]", " "));
        List<String> lines = answer.subList(1, answer.size());
        lines.stream().filter(line -> line.startsWith("error\t")).findFirst().ifPresent(line -> {
            throw new ClusterException("Hive failed to run '" + statement + "': " + line.substring("error\t".length())
                    + " (see " + log() + ")");
        });
        List<String> rows =
                lines.stream().map(line -> line.substring("row\t".length())).toList();
        return new Result(rows, Duration.ofNanos(Math.round(Double.parseDouble(answer.get(0)) * 1e9)));
    }

    /** The log of Hive and its hooks. */
    public Path log() {
        return process.log();
    }

    /** Kills its process as kill -9 does. */
    public void kill() {
        process.kill();
    }

    /** Ends the process and deletes its metastore; tables in HDFS stay. */
    @Override
    public void close() {
        daemons.close();
        layout.delete();
    }
}

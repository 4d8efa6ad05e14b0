package io.tiercel.testkit;

import io.tiercel.testkit.process.ClassPaths;
import io.tiercel.testkit.process.ClusterException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shell commands for a person who works on a cluster that is up: {@code hdfs} and {@code spark-submit}. */
final class ShellCommands {
    private static final String QUIET_LOG4J =
            """
            log4j.rootLogger=WARN, console
            log4j.appender.console=org.apache.log4j.ConsoleAppender
            log4j.appender.console.target=System.err
            log4j.appender.console.layout=org.apache.log4j.PatternLayout
            log4j.appender.console.layout.ConversionPattern=%p %c{1}: %m%n
            log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
            """;

    private final ClusterLayout layout;
    private final ClassPaths classPaths;

    ShellCommands(ClusterLayout layout, ClassPaths classPaths) {
        this.layout = layout;
        this.classPaths = classPaths;
    }

    void write(boolean spark) {
        ClusterLayout.write(layout.hadoopConf().resolve("log4j.properties"), QUIET_LOG4J);
        command(layout.commands().resolve("hdfs"), hdfs());
        if (spark) {
            command(layout.sparkHome().resolve("bin/spark-submit"), sparkSubmit());
        }
    }

    private String hdfs() {
        String classPath = Stream.concat(Stream.of(layout.hadoopConf().toString()), classPaths.hdfs().stream())
                .collect(Collectors.joining(File.pathSeparator));
        return """
                #!/bin/sh
                # The hdfs command on this cluster.
                case "$1" in
                dfs) main=org.apache.hadoop.fs.FsShell ;;
                dfsadmin) main=org.apache.hadoop.hdfs.tools.DFSAdmin ;;
                fsck) main=org.apache.hadoop.hdfs.tools.DFSck ;;
                storagepolicies) main=org.apache.hadoop.hdfs.tools.StoragePolicyAdmin ;;
                *) echo "usage: hdfs dfs|dfsadmin|fsck|storagepolicies ..." >&2; exit 2 ;;
                esac
                shift
                exec %s -cp %s "$main" "$@"
                """
                .formatted(java(), quoted(classPath));
    }

    /** As Spark's own bin/spark-class: a first JVM makes the command line of the driver, so all of spark-submit's options work. */
    private String sparkSubmit() {
        return """
                #!/usr/bin/env bash
                # spark-submit on this cluster.
                export SPARK_HOME=%s SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_IP=127.0.0.1 JAVA_HOME=%s
                export SPARK_CONF_DIR="${SPARK_CONF_DIR:-%s}" HADOOP_CONF_DIR="${HADOOP_CONF_DIR:-%s}"
                mapfile -d '' -t words < <(%s -cp "$SPARK_HOME/jars/*" org.apache.spark.launcher.Main \\
                  org.apache.spark.deploy.SparkSubmit "$@")
                command=("${words[@]:1}")
                [ ${#command[@]} -gt 0 ] || exit 1
                command[0]="${command[0]#$'\\n'}"
                exec "${command[@]}"
                """
                .formatted(
                        quoted(layout.sparkHome().toString()),
                        quoted(System.getProperty("java.home")),
                        layout.sparkConf(),
                        layout.hadoopConf(),
                        java());
    }

    private static String java() {
        return quoted(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private static void command(Path file, String script) {
        ClusterLayout.write(file, script);
        try {
            if (!file.toFile().setExecutable(true)) {
                throw new IOException("the file system does not let it be executable");
            }
        } catch (IOException e) {
            throw new ClusterException("cannot write the command " + file + ": " + e.getMessage(), e);
        }
    }

    /** How to use the cluster by hand, several lines. */
    String describe(String hdfsUri, String sparkMaster, String nodes) {
        return """
                HDFS   %s
                Spark  %s
                Nodes  %s
                Commands that need nothing else:
                  %s dfs -ls /
                  %s/bin/spark-submit --class MAIN app.jar
                For tools of your own, such as tiercel submit:
                  export SPARK_HOME=%s HADOOP_CONF_DIR=%s
                  … --master %s --conf spark.driver.host=127.0.0.1
                Logs, configuration, data: %s
                """
                .formatted(
                        hdfsUri,
                        sparkMaster,
                        nodes,
                        layout.commands().resolve("hdfs"),
                        layout.sparkHome(),
                        layout.sparkHome(),
                        layout.hadoopConf(),
                        sparkMaster,
                        layout.root());
    }
}

package io.tiercel.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shell commands for a person who works on a cluster that is up: {@code hdfs} and {@code spark-submit}. */
final class Commands {
    private static final String QUIET_LOG4J =
            """
            log4j.rootLogger=WARN, console
            log4j.appender.console=org.apache.log4j.ConsoleAppender
            log4j.appender.console.target=System.err
            log4j.appender.console.layout=org.apache.log4j.PatternLayout
            log4j.appender.console.layout.ConversionPattern=%p %c{1}: %m%n
            log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
            """;

    private final Layout layout;
    private final ClassPaths classPaths;

    Commands(Layout layout, ClassPaths classPaths) {
        this.layout = layout;
        this.classPaths = classPaths;
    }

    void write(boolean spark) {
        Layout.write(layout.hadoopConf().resolve("log4j.properties"), QUIET_LOG4J);
        command("hdfs", hdfs());
        if (spark) {
            command("spark-submit", sparkSubmit());
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
                .formatted(java(List.of()), quoted(classPath));
    }

    private String sparkSubmit() {
        String classPath = layout.sparkConf() + File.pathSeparator + layout.sparkHome() + "/jars/*";
        return """
                #!/bin/sh
                # spark-submit on this cluster, in client mode.
                export SPARK_HOME=%s SPARK_CONF_DIR=%s HADOOP_CONF_DIR=%s SPARK_SCALA_VERSION=2.13
                exec %s -Xmx1g -cp %s org.apache.spark.deploy.SparkSubmit "$@"
                """
                .formatted(
                        quoted(layout.sparkHome().toString()),
                        quoted(layout.sparkConf().toString()),
                        quoted(layout.hadoopConf().toString()),
                        java(ClassPaths.jdkOptions()),
                        quoted(classPath));
    }

    private static String java(List<String> options) {
        String java =
                quoted(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        return Stream.concat(Stream.of(java), options.stream().map(Commands::quoted))
                .collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private void command(String name, String script) {
        Path file = layout.commands().resolve(name);
        Layout.write(file, script);
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
                  %s --class MAIN app.jar
                With a Spark and a Hadoop of your own:
                  export HADOOP_CONF_DIR=%s
                  spark-submit --master %s --conf spark.driver.host=127.0.0.1 --class MAIN app.jar
                Logs, configuration, data: %s
                """
                .formatted(
                        hdfsUri,
                        sparkMaster,
                        nodes,
                        layout.commands().resolve("hdfs"),
                        layout.commands().resolve("spark-submit"),
                        layout.hadoopConf(),
                        sparkMaster,
                        layout.root());
    }
}

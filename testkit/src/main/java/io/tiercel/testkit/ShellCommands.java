package io.tiercel.testkit;

import io.tiercel.testkit.process.ClassPaths;
import io.tiercel.testkit.process.ClusterException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shell commands for a person who works on a cluster that is up: {@code hdfs} and {@code spark-submit}. */
record ShellCommands(ClusterLayout layout, ClassPaths classPaths) {
    void write(boolean spark) {
        ClusterLayout.write(
                layout.hadoopConf().resolve("log4j.properties"), ClusterLayout.resource("log4j-quiet.properties"));
        command(layout.commands().resolve("hdfs"), hdfs());
        if (spark) {
            command(layout.sparkHome().resolve("bin/spark-submit"), sparkSubmit());
        }
    }

    private String hdfs() {
        String classPath = Stream.concat(Stream.of(layout.hadoopConf().toString()), classPaths.hdfs().stream())
                .collect(Collectors.joining(File.pathSeparator));
        return ClusterLayout.resource("hdfs.sh").formatted(java(), quoted(classPath));
    }

    /** As Spark's own bin/spark-class: a first JVM makes the command line of the driver, so all of spark-submit's options work. */
    private String sparkSubmit() {
        return ClusterLayout.resource("spark-submit.sh")
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
        return ClusterLayout.resource("describe.txt")
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

package io.tiercel.testkit.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where the build has put what daemons run on. The root of the source tree is the system property
 * {@value #HOME_PROPERTY}; HDFS daemons run on unshaded Hadoop, Spark's on the shaded client, and the two never meet.
 *
 * @param home root of the source tree
 */
public record ClassPaths(Path home) {
    static final String HOME_PROPERTY = "tiercel.home";

    public static ClassPaths ofThisBuild() {
        String home = System.getProperty(HOME_PROPERTY);
        if (home == null) {
            throw new ClusterException(
                    "the system property " + HOME_PROPERTY + " must name the root of Tiercel's source tree");
        }
        return new ClassPaths(Path.of(home).toAbsolutePath());
    }

    /** Where clusters without a directory of their own are kept while they run; on disk, which /tmp often is not. */
    public Path clusters() {
        return home.resolve("testkit/target/clusters");
    }

    /** Classes of testkit-hdfs: what runs inside every daemon. */
    public Path daemonClasses() {
        return existing(home.resolve("testkit-hdfs/target/classes"));
    }

    public List<String> hdfs() {
        return entries(home.resolve("testkit-hdfs/target/classpath.txt"));
    }

    /** Jars of Spark's daemons, executors and drivers. */
    public List<String> spark() {
        return entries(home.resolve("testkit/target/spark-classpath.txt"));
    }

    /** Archive of the classes that HDFS' daemons load. */
    public ClassArchive hdfsArchive() {
        return ClassArchive.of("hdfs", hdfs(), "org.apache.hadoop.hdfs.server.datanode.DataNode");
    }

    /** Archive of the classes that Spark's daemons, executors and drivers load. */
    public ClassArchive sparkArchive() {
        return ClassArchive.of("spark", spark(), "org.apache.spark.executor.Executor");
    }

    /** Options with which Spark and Hadoop run on this JDK, as the build declares them. */
    static List<String> jdkOptions() {
        try (InputStream in = ClassPaths.class.getResourceAsStream("jdk.options")) {
            return List.of(
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).trim().split("\\s+"));
        } catch (IOException e) {
            throw new ClusterException("cannot read the JDK options of this build: " + e.getMessage(), e);
        }
    }

    private static List<String> entries(Path list) {
        try {
            return List.of(Files.readString(existing(list)).trim().split(File.pathSeparator));
        } catch (IOException e) {
            throw new ClusterException("cannot read " + list + ": " + e.getMessage(), e);
        }
    }

    private static Path existing(Path path) {
        if (!Files.exists(path)) {
            throw new ClusterException(path + " is missing; build it with ./mvnw -pl testkit -am process-classes");
        }
        return path;
    }
}

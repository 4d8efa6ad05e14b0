package io.tiercel.suites;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** A SPARK_HOME made of Maven's jars: what Spark needs of one to start executors is the folder {@code jars}. */
final class SparkHome {
    private SparkHome() {}

    /** Makes one out of links to the jars of a class path, in place of one that is there already. */
    static Path create(Path home, String classPath) {
        try {
            Path jars = Target.emptied(home.resolve("jars"));
            for (String entry : classPath.split(File.pathSeparator)) {
                Files.createSymbolicLink(jars.resolve(Path.of(entry).getFileName()), Path.of(entry));
            }
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The JVM of {@code spark-submit}, and of a driver in it, on the control side of a cluster. */
    static ForkedJvm submitter(Path home, String heap, Path directory, String log) {
        var environment = new TreeMap<>(environment(home));
        environment.put("SPARK_LOCAL_IP", "127.0.0.1");
        return new ForkedJvm(ForkedJvm.options(heap, classPath(home)), environment, directory, directory.resolve(log));
    }

    static boolean isOfScala212(Path home) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(home.resolve("jars"), "scala-library-2.12.*.jar")) {
            return found.iterator().hasNext();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The class path of everything in it. */
    static String classPath(Path home) {
        return home.resolve("jars") + File.separator + "*";
    }

    /** The settings of Spark's launchers, which Maven's jars lack. */
    static Map<String, String> environment(Path home) {
        return Map.of("SPARK_HOME", home.toString(), "SPARK_SCALA_VERSION", isOfScala212(home) ? "2.12" : "2.13");
    }
}

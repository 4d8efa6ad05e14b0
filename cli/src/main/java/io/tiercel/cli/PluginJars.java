package io.tiercel.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The jars that users put on class paths, as the build leaves them: of their Spark, their HDFS daemons, their MapReduce jobs. */
public final class PluginJars {
    private PluginJars() {}

    /** @throws CommandFailure if there is none */
    public static Path find() {
        return find("bundle/target", "tiercel-spark-*.jar");
    }

    /** @throws CommandFailure if there is none */
    public static Path ofHdfs() {
        return find("bundle-hdfs/target", "tiercel-hdfs-*.jar");
    }

    /** @throws CommandFailure if there is none */
    public static Path ofMapReduce() {
        return find("bundle-mapreduce/target", "tiercel-mapreduce-*.jar");
    }

    private static Path find(String target, String names) {
        Path directory =
                Path.of(System.getProperty("tiercel.home", "")).toAbsolutePath().resolve(target);
        List<Path> jars = Files.isDirectory(directory) ? in(directory, names) : List.of();
        return jars.stream()
                .filter(jar -> !jar.toString().endsWith("-sources.jar"))
                .sorted()
                .findFirst()
                .orElseThrow(() -> new CommandFailure("expected the plugin's jar in " + directory
                        + ", there is none; build it with ./mvnw -DskipTests package"));
    }

    /** The files of a directory that match a glob. */
    public static List<Path> in(Path directory, String glob) {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, glob)) {
            found.forEach(files::add);
        } catch (IOException e) {
            throw new CommandFailure(directory + ": cannot be read: " + e.getMessage());
        }
        return files;
    }
}

package io.tiercel.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The jars that users put on class paths: for HDFS' daemons, MapReduce's masters, YARN's ResourceManager and Hive; those for Spark are in
 * {@link SparkJar}. A release has all of them in the directory {@code plugins}; in a clone they are where the build leaves them.
 */
public final class PluginJars {
    private static final String OF_RELEASE = "plugins";

    private PluginJars() {}

    /** @throws CommandFailure if there is none */
    public static Path ofHdfs() {
        return find("bundle-hdfs/target", "tiercel-hdfs-*.jar");
    }

    /** @throws CommandFailure if there is none */
    public static Path ofMapReduce() {
        return find("bundle-mapreduce/target", "tiercel-mapreduce-*.jar");
    }

    /** @throws CommandFailure if there is none */
    public static Path ofYarn() {
        return find("bundle-yarn/target", "tiercel-yarn-*.jar");
    }

    /** @throws CommandFailure if there is none */
    public static Path ofHive() {
        return find("bundle-hive/target", "tiercel-hive-*.jar");
    }

    /** @param target where the build leaves the jar, below the clone */
    static Path find(String target, String names) {
        return find(Path.of(System.getProperty("tiercel.home", "")).toAbsolutePath(), target, names);
    }

    /** @param target where the build leaves the jar, below {@code home} */
    static Path find(Path home, String target, String names) {
        boolean isRelease = Files.isDirectory(home.resolve(OF_RELEASE));
        Path directory = home.resolve(isRelease ? OF_RELEASE : target);
        String remedy = isRelease ? "unpack the release again" : "build it with ./mvnw -DskipTests package";
        List<Path> jars = Files.isDirectory(directory) ? in(directory, names) : List.of();
        return jars.stream()
                .filter(jar -> !jar.toString().endsWith("-sources.jar"))
                .sorted()
                .findFirst()
                .orElseThrow(() -> new CommandFailure(
                        "expected the plugin's jar " + names + " in " + directory + ", there is none; " + remedy));
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

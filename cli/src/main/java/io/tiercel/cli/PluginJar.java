package io.tiercel.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The one jar that users put on their Spark's class path, as the build leaves it. */
public final class PluginJar {
    private PluginJar() {}

    /**
     * @throws CommandFailure if there is none
     */
    public static Path find() {
        Path directory =
                Path.of(System.getProperty("tiercel.home", "")).toAbsolutePath().resolve("bundle/target");
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "tiercel-spark-*.jar")) {
                found.forEach(jars::add);
            } catch (IOException e) {
                throw new CommandFailure(directory + ": cannot be read: " + e.getMessage());
            }
        }
        return jars.stream()
                .filter(jar -> !jar.toString().endsWith("-sources.jar"))
                .sorted()
                .findFirst()
                .orElseThrow(() -> new CommandFailure("expected the plugin's jar in " + directory
                        + ", there is none; build it with ./mvnw -DskipTests package"));
    }
}

package io.tiercel.suites;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A SPARK_HOME made of Maven's jars: what Spark needs of one to start executors is the folder {@code jars}. */
final class SparkHome {
    private SparkHome() {}

    /** Makes one out of links to the jars of a class path; links that are there already are left. */
    static Path create(Path home, String classPath) {
        try {
            Path jars = Files.createDirectories(home.resolve("jars"));
            for (String entry : classPath.split(File.pathSeparator)) {
                Path link = jars.resolve(Path.of(entry).getFileName());
                if (!Files.exists(link)) Files.createSymbolicLink(link, Path.of(entry));
            }
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.tiercel.spark;

import io.tiercel.testkit.SparkApp;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;

/** This build's own classes, for applications that run in other JVMs. */
public final class ClassPath {
    private ClassPath() {}

    /** Switched on by its one line of configuration. */
    public static SparkApp application(Class<?> main) {
        return SparkApp.of(main.getName(), own()).conf("spark.plugins", TiercelPlugin.class.getName());
    }

    /** Class directories and jars of this build; Spark and Hadoop come with the cluster. */
    static Path[] own() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(ClassPath::isOurs)
                .toArray(Path[]::new);
    }

    private static boolean isOurs(Path entry) {
        String text = entry.toString();
        boolean built = text.contains(File.separator + "target" + File.separator);
        return built && !text.contains("testkit") || text.contains("tiercel-") && !text.contains("testkit");
    }
}

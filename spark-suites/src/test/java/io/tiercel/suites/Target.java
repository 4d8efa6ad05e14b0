package io.tiercel.suites;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The build's products and their places, as this module's pom names them. */
final class Target {
    private Target() {}

    /** This module's build directory. */
    static Path directory() {
        return Path.of(property("tiercel.suites.target"));
    }

    static Path testClasses() {
        return directory().resolve("test-classes");
    }

    /** The jar that users get. */
    static Path bundle() {
        return Path.of(property("tiercel.bundle"));
    }

    /** The jar that users of Scala 2.12 get. */
    static Path bundleOfScala212() {
        return Path.of(property("tiercel.bundle.2.12"));
    }

    /** The jar that users of the Spark in {@code home} get. */
    static Path bundle(Path home) {
        return SparkHome.isOfScala212(home) ? bundleOfScala212() : bundle();
    }

    /** The class path of Spark as a user has it, in the version that we compile against. */
    static String classPathOfSpark() {
        return read(directory().resolve("spark.classpath"));
    }

    /** The same for the Spark on which Iceberg is tried. */
    static String classPathOfOldestSpark() {
        return read(Path.of(property("tiercel.oldest.classpath")));
    }

    /** The same for a Spark that has a module below {@code spark-versions}. */
    static String classPathOfSpark(String module) {
        return read(Path.of(property("tiercel.spark.versions"), module, "target", "spark.classpath"));
    }

    /** The class path of a client of Spark Connect servers, of any version. */
    static String classPathOfConnectClient() {
        return read(Path.of(property("tiercel.spark.versions"), "4.2-servers", "target", "connect-client.classpath"));
    }

    /** Jars that a user adds to the oldest Spark for Iceberg's tables on S3: its runtime, S3A and the AWS SDK. */
    static List<String> jarsOfIceberg() {
        return List.of(read(Path.of(property("tiercel.iceberg.classpath"))).split(File.pathSeparator));
    }

    /** The class path that Spark's suites need: Spark, its test jars, what these need, and our bundle. */
    static String classPathOfSuites() {
        return read(directory().resolve("suites.classpath"));
    }

    /** The jar with Spark core's compiled tests. */
    static Path sparkCoreTests() {
        return Arrays.stream(classPathOfSuites().split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.getFileName().toString().matches("spark-core_.*-tests\\.jar"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no tests jar of spark-core on the suites' class path"));
    }

    /** The options with which Spark's launcher opens the JDK to it. */
    static List<String> openModules() {
        return List.of(property("tiercel.jdk.opens").split(" "));
    }

    /** Makes a directory, and what is in it go away. */
    static Path emptied(Path directory) {
        try {
            if (Files.exists(directory)) {
                try (var files = Files.walk(directory)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
                }
            }
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) throw new AssertionError("system property " + name + " is not set; the build sets it");
        return value;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " is missing; the build writes it in its phase 'package'", e);
        }
    }
}

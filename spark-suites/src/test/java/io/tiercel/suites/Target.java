package io.tiercel.suites;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

    /** The same for a Spark that has a module below {@code spark-versions}. */
    static String classPathOfSpark(String module) {
        return read(Path.of(property("tiercel.spark.versions"), module, "target", "spark.classpath"));
    }

    /** The class path of a client of Spark Connect servers, of any version. */
    static String classPathOfConnectClient() {
        return read(Path.of(property("tiercel.spark.versions"), "4.2-servers", "target", "connect-client.classpath"));
    }

    /** Modules below {@code spark-versions}, by name: not those with servers, and not the given one. */
    static List<String> sparks() {
        return modules(Path.of(property("tiercel.spark.versions"))).stream()
                .filter(name -> !name.endsWith("-servers") && !name.equals("given"))
                .toList();
    }

    /** Modules below {@code hadoop-versions}, by name. */
    static List<String> hdfs() {
        return modules(Path.of(property("tiercel.hadoop.versions")));
    }

    private static List<String> modules(Path parent) {
        try (Stream<Path> found = Files.list(parent)) {
            return found.filter(module -> Files.exists(module.resolve("pom.xml")))
                    .map(module -> module.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The version that the build has for a Spark of this name. */
    static String exactVersionOfSpark(String name) {
        return property("tiercel.spark." + name);
    }

    /** The jar that HDFS' daemons get. */
    static Path bundleOfHdfs() {
        return Path.of(property("tiercel.bundle.hdfs"));
    }

    /** The list of the jars of another version of HDFS' daemons, which has a module below {@code hadoop-versions}. */
    static Path jarsOfHdfs(String module) {
        return Path.of(property("tiercel.hadoop.versions"), module, "target", "classpath.txt");
    }

    /** Folders with the S3A of older Hadoops, and with the SDK of the oldest. */
    static Path olderS3a() {
        return Path.of(property("tiercel.cachefs"));
    }

    /** The class path of the tiercel command. */
    static String classPathOfCommand() {
        Path cli = Path.of(property("tiercel.cli"));
        return cli.resolve("classes") + File.pathSeparator + read(cli.resolve("classpath.txt"));
    }

    /** The version of a jar, by the names of files on a class path. */
    static String versionOf(String jar, String classPath) {
        Pattern name = Pattern.compile(Pattern.quote(jar) + "-([0-9.]+)\\.jar");
        return Arrays.stream(classPath.split(File.pathSeparator))
                .map(path -> name.matcher(Path.of(path).getFileName().toString()))
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + jar + " on the class path"));
    }

    /** Jars that a user adds to Spark 4.1 for Iceberg's tables on S3: its runtime, S3A and the AWS SDK. */
    static List<Path> jarsOfIceberg() {
        return Arrays.stream(
                        read(Path.of(property("tiercel.iceberg.classpath"))).split(File.pathSeparator))
                .map(Path::of)
                .toList();
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

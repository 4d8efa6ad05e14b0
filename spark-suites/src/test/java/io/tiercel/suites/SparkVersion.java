package io.tiercel.suites;

import io.tiercel.testkit.s3.S3Server;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A version of Spark that we support, with the jar that its users get.
 *
 * @param name {@code 4.2} for the one that we compile against; else a module below {@code spark-versions}
 */
record SparkVersion(String name) {
    private static final String NEWEST = "4.2";

    /** The names of all that we support. */
    static List<String> names() {
        return Stream.concat(Target.sparks().stream(), Stream.of(NEWEST)).toList();
    }

    /** As it names itself. */
    String exact() {
        return Target.exactVersionOfSpark(name);
    }

    Path home() {
        return SparkHome.create(Target.directory().resolve("spark-home-" + name), classPath());
    }

    private String classPath() {
        return name.equals(NEWEST) ? Target.classPathOfSpark() : Target.classPathOfSpark(name);
    }

    String scala() {
        return Target.versionOf("scala-library", classPath()).substring(0, "2.1x".length());
    }

    /** The Hadoop client that it brings along. */
    String hadoop() {
        return Target.versionOf("hadoop-client-api", classPath());
    }

    /** The one line of configuration, and the jar. @param others jars beside ours */
    Map<String, String> plugin(List<Path> others) {
        return plugin(scala().equals("2.12") ? Target.bundleOfScala212() : Target.bundle(), others);
    }

    /** The same with one of our jars. */
    static Map<String, String> plugin(Path bundle, List<Path> others) {
        String jars = Stream.concat(Stream.of(bundle), others.stream())
                .map(Path::toString)
                .collect(Collectors.joining(","));
        return new TreeMap<>(Map.of("spark.jars", jars, "spark.plugins", "io.tiercel.spark.TiercelPlugin"));
    }

    /** Jars of the S3A that fits its Hadoop client, and of what that needs. */
    List<Path> s3aJars() throws IOException {
        List<Path> newest = S3Server.s3aJars();
        if (hadoop().startsWith("3.5")) {
            return newest;
        }
        Path older = Target.olderS3a().resolve("hadoop-" + hadoop());
        Stream<Path> s3a = Files.isDirectory(older) ? jars(older) : Target.jarsOfIceberg().stream();
        return hadoop().startsWith("3.3")
                // Of the first SDK, with the HTTP client that both have.
                ? Stream.concat(
                                named("(hadoop-aws|aws-java-sdk|jmespath|joda).*", s3a),
                                named("http(client|core)-4.*", newest.stream()))
                        .toList()
                : Stream.concat(named("hadoop-aws-.*", s3a), named("(?!hadoop-).*", newest.stream()))
                        .toList();
    }

    private static Stream<Path> named(String pattern, Stream<Path> jars) {
        return jars.filter(jar -> jar.getFileName().toString().matches(pattern));
    }

    private static Stream<Path> jars(Path directory) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.jar")) {
            return StreamSupport.stream(found.spliterator(), false).toList().stream();
        }
    }

    @Override
    public String toString() {
        return "Spark " + name;
    }
}

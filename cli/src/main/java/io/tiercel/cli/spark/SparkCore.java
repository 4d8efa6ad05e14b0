package io.tiercel.cli.spark;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a Spark.
 *
 * @param patch with its dot: {@code .0}; may be empty
 */
public record SparkCore(String scala, int major, int minor, String patch) {
    private static final Pattern JAR = Pattern.compile("spark-core_(\\d+\\.\\d+)-(\\d+)\\.(\\d+)(\\..*)?\\.jar");

    static Optional<SparkCore> ofJar(Path jar) {
        Matcher matcher = JAR.matcher(jar.getFileName().toString());
        return matcher.matches()
                ? Optional.of(new SparkCore(
                        matcher.group(1),
                        Integer.parseInt(matcher.group(2)),
                        Integer.parseInt(matcher.group(3)),
                        Optional.ofNullable(matcher.group(4)).orElse("")))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "Spark " + major + "." + minor + patch + " (Scala " + scala + ")";
    }
}

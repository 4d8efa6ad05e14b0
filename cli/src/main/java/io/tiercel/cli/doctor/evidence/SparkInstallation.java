package io.tiercel.cli.doctor.evidence;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.PluginJars;
import io.tiercel.cli.spark.SparkCore;
import io.tiercel.cli.spark.SparkHome;
import io.tiercel.cli.spark.SparkHome.SparkProperties;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Spark, looked at without starting it.
 *
 * @param core empty if it has no jar {@code spark-core}
 * @param defaults the entries of {@code spark-defaults.conf}
 * @param addedJars jars of ours among Spark's own
 */
public record SparkInstallation(
        SparkHome home, Optional<SparkCore> core, Map<String, String> defaults, List<String> addedJars) {
    private static final Pattern OUR_JAR = Pattern.compile("(.*/)?tiercel-spark(_2\\.12)?-[^/]*\\.jar");

    /** Looks for the Spark that {@code SPARK_HOME} names. */
    public static Seen<SparkInstallation> in(Map<String, String> environment) {
        if (environment.getOrDefault("SPARK_HOME", "").isBlank()) {
            return Seen.unnamed(
                    "Spark was not checked: SPARK_HOME is not set",
                    "if you use Spark: export SPARK_HOME=/opt/spark, or where yours is");
        }
        try {
            SparkHome home = SparkHome.of(environment);
            List<String> added = PluginJars.in(home.jars(), "tiercel-spark*.jar").stream()
                    .map(Object::toString)
                    .toList();
            return Seen.of(new SparkInstallation(home, home.core(), SparkProperties.ofFile(home.defaults()), added));
        } catch (CommandFailure e) {
            return Seen.broken(
                    String.valueOf(e.getMessage()),
                    "point SPARK_HOME, and SPARK_CONF_DIR if you set it, at your Spark");
        }
    }

    /** The entries of {@code spark.plugins} in the defaults. */
    public List<String> plugins() {
        return list(defaults.getOrDefault("spark.plugins", ""), ",");
    }

    /** Whether the defaults switch Tiercel on for all applications. */
    public boolean isSwitchedOn() {
        return plugins().contains(SparkHome.PLUGIN);
    }

    /** Jars of ours that every application gets: by the defaults, or among Spark's own. */
    public List<String> ourJars() {
        return Stream.concat(classPath(), addedJars.stream())
                .filter(jar -> OUR_JAR.matcher(jar).matches())
                .toList();
    }

    /** Whether the defaults put whole directories on the class path, which may hold anything. */
    public boolean hasWholeDirectories() {
        return classPath().anyMatch(entry -> entry.endsWith("*"));
    }

    private Stream<String> classPath() {
        return Stream.concat(
                list(defaults.getOrDefault("spark.jars", ""), ",").stream(),
                list(defaults.getOrDefault("spark.driver.extraClassPath", ""), ":").stream());
    }

    private static List<String> list(String text, String separator) {
        return Arrays.stream(text.split(separator))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .toList();
    }
}

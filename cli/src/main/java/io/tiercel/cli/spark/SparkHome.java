package io.tiercel.cli.spark;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.PluginJars;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The user's own Spark, as its scripts see it.
 *
 * @param path the directory that {@code SPARK_HOME} names
 * @param confDir the directory of {@code spark-defaults.conf}: {@code SPARK_CONF_DIR}, else {@code conf} of Spark
 */
public record SparkHome(Path path, Path confDir) {
    /** What {@code spark.plugins} names to switch Tiercel on. */
    public static final String PLUGIN = "io.tiercel.spark.TiercelPlugin";

    private static final String SPARK_HOME = "SPARK_HOME";

    /** @throws CommandFailure with exit code 2, if {@code SPARK_HOME} is not set or is no Spark */
    public static SparkHome of(Map<String, String> environment) {
        String home = environment.getOrDefault(SPARK_HOME, "");
        if (home.isBlank()) {
            throw new CommandFailure(
                    "SPARK_HOME: expected the directory of your Spark, it is not set; for example: export"
                            + " SPARK_HOME=/opt/spark");
        }
        Path path = Path.of(home);
        if (!Files.isDirectory(path.resolve("jars"))) {
            throw new CommandFailure(
                    "SPARK_HOME: expected the directory of a Spark, got " + home + ", which has no directory 'jars'");
        }
        String conf = environment.getOrDefault("SPARK_CONF_DIR", "");
        return new SparkHome(path, conf.isBlank() ? path.resolve("conf") : Path.of(conf));
    }

    public Path jars() {
        return path.resolve("jars");
    }

    /**
     * Its version; empty if it has no jar {@code spark-core}.
     *
     * @throws CommandFailure if the jars cannot be listed
     */
    public Optional<SparkCore> core() {
        return PluginJars.in(jars(), "spark-core_*.jar").stream()
                .flatMap(jar -> SparkCore.ofJar(jar).stream())
                .findFirst();
    }

    /** {@code spark-submit}; empty if this Spark has none that can be run. */
    public Optional<Path> sparkSubmit() {
        return Optional.of(path.resolve("bin").resolve("spark-submit")).filter(Files::isExecutable);
    }

    public Path defaults() {
        return confDir.resolve("spark-defaults.conf");
    }

    /** Spark's properties files, read as Spark does. */
    public static final class SparkProperties {
        private SparkProperties() {}

        /** The entries of a file; none if there is no such file. */
        public static Map<String, String> ofFile(Path file) {
            if (!Files.isRegularFile(file)) {
                return Map.of();
            }
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                properties.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                throw new CommandFailure(file + ": expected a properties file: " + e.getMessage());
            }
            Map<String, String> entries = new TreeMap<>();
            properties
                    .stringPropertyNames()
                    .forEach(key -> entries.put(key, properties.getProperty(key).trim()));
            return entries;
        }
    }
}

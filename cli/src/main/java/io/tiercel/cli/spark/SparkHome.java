package io.tiercel.cli.spark;

import io.tiercel.cli.CommandFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The user's own Spark, as its scripts see it.
 *
 * @param path the directory that {@code SPARK_HOME} names
 * @param confDir the directory of {@code spark-defaults.conf}: {@code SPARK_CONF_DIR}, else {@code conf} of Spark
 */
record SparkHome(Path path, Path confDir) {
    private static final String SPARK_HOME = "SPARK_HOME";

    /** @throws CommandFailure with exit code 2, if {@code SPARK_HOME} is not set or is no Spark */
    static SparkHome of(Map<String, String> environment) {
        String home = environment.getOrDefault(SPARK_HOME, "");
        if (home.isBlank()) {
            throw new CommandFailure(
                    "SPARK_HOME: expected the directory of your Spark 4.1 or 4.2, it is not set; for example: export"
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

    Path jars() {
        return path.resolve("jars");
    }

    /** {@code spark-submit}; empty if this Spark has none that can be run. */
    Optional<Path> sparkSubmit() {
        return Optional.of(path.resolve("bin").resolve("spark-submit")).filter(Files::isExecutable);
    }

    Path defaults() {
        return confDir.resolve("spark-defaults.conf");
    }
}

package io.tiercel.suites;

import io.tiercel.suites.app.TieredFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Files that a server reads over {@link TieredFileSystem}, each by a task of its own.
 *
 * @param directory where the folder {@code input} is made; exists
 */
record TieredInput(Path directory) {
    static final int FILES = ReadingInput.FILES;

    /** The host of executors of a local master, and one without executors. */
    static final List<String> THIS_HOST_AND_NONE = List.of("localhost", "127.0.0.9");

    /** The sum of all numbers, of either folder. */
    static final String SUM = ReadingInput.SUM;

    /** Writes the folders {@code text} (a number a line) and {@code csv} (columns id, amount). */
    void write() throws IOException {
        ReadingInput.writeTo(directory.resolve("input"));
    }

    /** The folder with these folders, as Spark reads it. */
    String uri() {
        return "tiered://" + directory.resolve("input");
    }

    /**
     * The configuration of a Spark that reads the files under our plugin, and records what is decided.
     *
     * @param bundle our jar for that Spark
     * @param hosts hosts on which the files' blocks claim to lie
     */
    Map<String, String> settings(Path bundle, List<String> hosts) {
        Path application = PackageJar.create(application(), TieredFileSystem.class);
        return new TreeMap<>(Map.of(
                "spark.jars",
                bundle + "," + application,
                "spark.plugins",
                "io.tiercel.spark.TiercelPlugin",
                "spark.tiercel.record.dir",
                records().toString(),
                "spark.hadoop.fs.tiered.impl",
                TieredFileSystem.class.getName(),
                "spark.hadoop.tiered.hosts",
                String.join(",", hosts),
                "spark.sql.files.openCostInBytes",
                "128m",
                "spark.sql.shuffle.partitions",
                "2",
                "spark.ui.port",
                "0"));
    }

    /** The jar with the file system, which {@link #settings} makes. */
    Path application() {
        return directory.resolve("application.jar");
    }

    Path records() {
        return directory.resolve("records");
    }
}

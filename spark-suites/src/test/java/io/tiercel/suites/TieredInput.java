package io.tiercel.suites;

import io.tiercel.suites.app.ReadingApplication;
import io.tiercel.suites.app.TieredFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Local files that claim to lie on the tiers of a cluster, for an application or a server that reads them over {@link TieredFileSystem}.
 *
 * @param directory where everything of a run goes; exists
 */
record TieredInput(Path directory) {
    /** The host of executors of a local master, and one without executors. */
    static final List<String> THIS_HOST_AND_NONE = List.of("localhost", "127.0.0.9");

    /** Writes the folders {@code text} (a number a line) and {@code csv} (columns id, amount). */
    static TieredInput in(Path directory) throws IOException {
        ReadingInput.writeTo(directory.resolve("input"));
        return new TieredInput(directory);
    }

    /** The folder with these folders, as Spark reads it. */
    String uri() {
        return "tiered://" + directory.resolve("input");
    }

    /** An application that reads the files. */
    ApplicationRun application(SparkVersion spark) {
        return new ApplicationRun(
                spark.home(),
                directory,
                ReadingApplication.class,
                List.of(uri(), "tiered://" + directory.resolve("output")));
    }

    /**
     * The plugin, and where the files lie.
     *
     * @param hosts hosts on which the files' blocks claim to lie
     */
    static Map<String, String> settings(SparkVersion spark, List<String> hosts) {
        var all = spark.plugin(List.of());
        all.putAll(tiers(hosts));
        return all;
    }

    /**
     * The configuration of a server that reads each file by a task of its own under our plugin, and records what is decided.
     *
     * @param bundle our jar for that Spark
     * @param hosts hosts on which the files' blocks claim to lie
     */
    Map<String, String> serverSettings(Path bundle, List<String> hosts) {
        var all = SparkVersion.plugin(bundle, List.of(PackageJar.create(application(), TieredFileSystem.class)));
        all.putAll(tiers(hosts));
        all.put("spark.tiercel.record.dir", records().toString());
        all.put("spark.sql.files.openCostInBytes", "128m");
        all.put("spark.sql.shuffle.partitions", "2");
        all.put("spark.ui.port", "0");
        return all;
    }

    private static Map<String, String> tiers(List<String> hosts) {
        return new TreeMap<>(Map.of(
                "spark.hadoop.fs.tiered.impl", TieredFileSystem.class.getName(),
                "spark.hadoop.tiered.hosts", String.join(",", hosts)));
    }

    /** The jar with the file system, which {@link #serverSettings} makes. */
    Path application() {
        return directory.resolve("application.jar");
    }

    Path records() {
        return directory.resolve("records");
    }
}

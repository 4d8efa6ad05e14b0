package io.tiercel.suites;

import io.tiercel.suites.app.ReadingApplication;
import io.tiercel.suites.app.TieredFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Runs of {@link ReadingApplication} over local files that claim to lie on the tiers of a cluster.
 *
 * @param directory where everything of a run goes; exists
 */
record ReadingRuns(Path directory) {
    /** Writes the input there. */
    static ReadingRuns in(Path directory) throws IOException {
        ReadingInput.writeTo(directory.resolve("input"));
        return new ReadingRuns(directory);
    }

    ApplicationRun application(SparkVersion spark) {
        return new ApplicationRun(
                spark.home(),
                directory,
                ReadingApplication.class,
                List.of("tiered://" + directory.resolve("input"), "tiered://" + directory.resolve("output")));
    }

    /**
     * The plugin, and where the input lies.
     *
     * @param hosts hosts on which the input's blocks claim to lie
     */
    static Map<String, String> settings(SparkVersion spark, List<String> hosts) {
        var all = spark.plugin();
        all.put("spark.hadoop.fs.tiered.impl", TieredFileSystem.class.getName());
        all.put("spark.hadoop.tiered.hosts", String.join(",", hosts));
        return all;
    }
}

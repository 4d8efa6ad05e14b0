package io.tiercel.bench.demo;

import io.tiercel.bench.demo.jobs.DemoApplication;
import io.tiercel.bench.demo.jobs.DemoJob;
import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.testkit.App;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The application of one policy in one round. */
final class Application {
    private static final String PLUGIN = "io.tiercel.spark.TiercelPlugin";
    private static final Duration LIMIT = Duration.ofMinutes(20);
    /** Trident's score of an SSD: how many times slower it is than what scores 1. */
    private static final int SSD_SCORE = 8;

    private Application() {}

    static App of(DemoSettings settings, String policy, URI control, DataPaths paths, Path records) {
        List<String> arguments = new ArrayList<>(List.of(control.toString(), paths.warmUp(), paths.data()));
        settings.jobs().stream().map(DemoJob::id).forEach(arguments::add);
        return App.of(DemoApplication.class.getName(), ownClasses())
                .arguments(arguments.toArray(String[]::new))
                .conf(conf(settings, policy, records))
                .limit(LIMIT);
    }

    private static Map<String, String> conf(DemoSettings settings, String policy, Path records) {
        String slots = Integer.toString(settings.nodes() * settings.slots());
        Map<String, String> conf = new LinkedHashMap<>();
        conf.put("spark.app.name", "tiercel demo, " + policy);
        conf.put("spark.plugins", PLUGIN);
        conf.put("spark.tiercel.policy", policy);
        conf.put("spark.tiercel.record.dir", records.toString());
        // The emulated devices are slower than those that the default is made for.
        conf.put(
                "spark.tiercel.score.unit",
                Long.toString(SSD_SCORE * settings.ssd().bytes()));
        conf.put("spark.cores.max", slots);
        conf.put("spark.sql.shuffle.partitions", slots);
        // A task reads about a block, in SQL as on RDDs.
        conf.put(
                "spark.sql.files.maxPartitionBytes",
                Long.toString(settings.blockSize().bytes()));
        return conf;
    }

    /** The jar or directory that the jobs' classes come from. */
    private static Path ownClasses() {
        try {
            return Path.of(DemoApplication.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE, "cannot tell where the demo's own classes are: " + e.getMessage());
        }
    }

    /** Directories in HDFS, as URIs. */
    record DataPaths(String data, String warmUp) {}
}

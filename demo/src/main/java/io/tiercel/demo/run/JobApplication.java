package io.tiercel.demo.run;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.SceneData;
import io.tiercel.demo.jobs.DemoApplication;
import io.tiercel.testkit.SparkApp;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An application that runs some of the demo's jobs.
 *
 * @param jobs as {@link DemoApplication} takes them
 * @param more configuration beside what all have
 * @param jars S3A's if the jobs read shared storage; on the class path beside Spark's and the demo's own
 */
public record JobApplication(
        DemoSettings settings,
        String policy,
        SceneData data,
        Path records,
        List<String> jobs,
        Map<String, String> more,
        List<Path> jars) {
    private static final String PLUGIN = "io.tiercel.spark.TiercelPlugin";
    private static final Duration LIMIT = Duration.ofMinutes(20);
    /** Passes over the warm-up data; a single round, which is for a first look, makes do with one. */
    private static final String WARM_UPS = "2";

    /** Trident's score of an SSD: how many times slower it is than what scores 1. */
    private static final int SSD_SCORE = 8;

    public JobApplication {
        jobs = List.copyOf(jobs);
        more = Map.copyOf(more);
        jars = List.copyOf(jars);
    }

    public JobApplication(
            DemoSettings settings,
            String policy,
            SceneData data,
            Path records,
            List<String> jobs,
            Map<String, String> more) {
        this(settings, policy, data, records, jobs, more, List.of());
    }

    /** Whether the plugin locates input of every job. It locates nothing that S3A reads without caches. */
    boolean isLocated() {
        return jars.isEmpty() || more.containsKey("spark.tiercel.cache.directory");
    }

    public SparkApp app(URI control) {
        List<String> arguments = new ArrayList<>(
                List.of(control.toString(), data.warmUp(), settings.rounds() == 1 ? "1" : WARM_UPS, data.root()));
        arguments.addAll(jobs);
        List<Path> classPath = new ArrayList<>(List.of(ownClasses()));
        classPath.addAll(jars);
        return SparkApp.of(DemoApplication.class.getName(), classPath.toArray(Path[]::new))
                .arguments(arguments.toArray(String[]::new))
                .conf(conf())
                .limit(LIMIT);
    }

    private Map<String, String> conf() {
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
        conf.putAll(more);
        return conf;
    }

    /** The directory or jar of the demo's own classes. */
    public static Path ownClasses() {
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
}

package io.tiercel.spark;

import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.s3.S3Server;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Applications that read from an S3 server. */
final class S3Application {
    /** The key that names S3A's stream. */
    static final String STREAM = "spark.hadoop.fs.s3a.input.stream.type";

    private S3Application() {}

    /** With the plugin, but without caches. @param port the server's, or a link's */
    static SparkApp of(Class<?> main, int port) throws IOException {
        SparkApp app = ClassPath.application(main);
        Map<String, String> conf = new HashMap<>(app.conf());
        S3Server.hadoopKeys(port).forEach((key, value) -> conf.put("spark.hadoop." + key, value));
        conf.put(STREAM, "classic"); // The other one may read small objects whole, whatever tasks ask for.
        List<Path> jars = new ArrayList<>(app.classPath());
        jars.addAll(S3Server.s3aJars());
        return new SparkApp(app.mainClass(), jars, app.arguments(), conf, Duration.ofMinutes(2));
    }

    /** The same application with a cache of its own on each node, below a directory. */
    static SparkApp cached(SparkApp app, Path directory) {
        return app.conf("spark.tiercel.cache.directory", directory + "/${tiercel.testkit.address}");
    }
}

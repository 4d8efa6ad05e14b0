package io.tiercel.spark;

import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;

/**
 * Lets the application's tasks read replicas that are pinned on other nodes, if the NameNode names them (decision 0902). A
 * setting of the user's has the last word.
 */
final class PinnedReadPreference {
    static final String KEY = "dfs.client.read.use.cache.priority";
    private static final String SPARK_KEY = "spark.hadoop." + KEY;

    private PinnedReadPreference() {}

    /** Call before executors start: they receive Spark's configuration, and tasks Hadoop's. */
    static void prefer(SparkContext context) {
        SparkConf conf = context.conf();
        Configuration hadoop = context.hadoopConfiguration();
        if (!conf.contains(SPARK_KEY) && !said(hadoop)) {
            conf.set(SPARK_KEY, "true");
            hadoop.setBoolean(KEY, true);
        }
    }

    /** Whether anything but Hadoop's defaults sets the key. */
    private static boolean said(Configuration hadoop) {
        return Stream.ofNullable(hadoop.getPropertySources(KEY))
                .flatMap(Arrays::stream)
                .reduce((first, last) -> last)
                .filter(last -> !last.endsWith("-default.xml"))
                .isPresent();
    }
}

package io.tiercel.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Spark application to run on the cluster.
 *
 * @param classPath jars and class directories that driver and executors need beside Spark
 * @param conf Spark configuration, stronger than the cluster's
 */
public record SparkApp(
        String mainClass, List<Path> classPath, List<String> arguments, Map<String, String> conf, Duration limit) {
    public SparkApp {
        classPath = List.copyOf(classPath);
        arguments = List.copyOf(arguments);
        conf = Map.copyOf(conf);
    }

    /** An application without arguments, on Spark's classes and the given jars or class directories. */
    public static SparkApp of(String mainClass, Path... classPath) {
        return new SparkApp(mainClass, List.of(classPath), List.of(), Map.of(), Duration.ofMinutes(10));
    }

    public SparkApp arguments(String... changed) {
        return new SparkApp(mainClass, classPath, List.of(changed), conf, limit);
    }

    public SparkApp conf(String key, String value) {
        return conf(Map.of(key, value));
    }

    public SparkApp conf(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(conf);
        all.putAll(more);
        return new SparkApp(mainClass, classPath, arguments, all, limit);
    }

    /** The same application, killed if it runs for longer. */
    public SparkApp limit(Duration changed) {
        return new SparkApp(mainClass, classPath, arguments, conf, changed);
    }
}

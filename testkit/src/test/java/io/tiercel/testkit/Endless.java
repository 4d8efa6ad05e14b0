package io.tiercel.testkit;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** A Spark application whose only task never ends. */
public final class Endless {
    private Endless() {}

    public static void main(String[] args) {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("endless"))) {
            spark.parallelize(List.of(1), 1).foreach(unused -> new CountDownLatch(1).await());
        }
    }
}

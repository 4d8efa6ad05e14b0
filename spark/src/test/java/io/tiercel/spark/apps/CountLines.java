package io.tiercel.spark.apps;

import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Waits for the executors, then counts the lines of a text file: {@code path, expected lines, executors}. */
public final class CountLines {
    private CountLines() {}

    public static void main(String[] args) throws InterruptedException {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("count lines"))) {
            awaitExecutors(spark, Integer.parseInt(args[2]));
            long start = System.nanoTime();
            long lines = spark.textFile(args[0]).count();
            System.out.println("lines " + lines + " in " + (System.nanoTime() - start) / 1_000_000 + " ms");
            if (lines != Long.parseLong(args[1])) {
                throw new IllegalStateException("expected " + args[1] + " lines, got " + lines);
            }
        }
    }

    static void awaitExecutors(JavaSparkContext spark, int executors) throws InterruptedException {
        while (spark.statusTracker().getExecutorInfos().length < executors + 1) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}

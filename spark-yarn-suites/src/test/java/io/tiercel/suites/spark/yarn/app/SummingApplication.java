package io.tiercel.suites.spark.yarn.app;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Adds up the hashes of the lines of text files by their first characters, several times. Prints a line {@code job <number>} before each
 * job, {@code row <number> <key> <sum>} for each row of its result, and {@code ended <milliseconds>} after it.
 *
 * <p>Arguments: a path; for each job how many milliseconds a task takes after it has read.
 */
public final class SummingApplication {
    private SummingApplication() {}

    public static void main(String[] args) {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("sum hashes"))) {
            for (int job = 1; job < args.length; job++) {
                long millis = Long.parseLong(args[job]);
                int number = job;
                System.out.println("job " + number);
                long start = System.nanoTime();
                spark.textFile(args[0])
                        .mapPartitionsToPair(lines -> sums(lines, millis))
                        .reduceByKey(Long::sum, 2)
                        .collect()
                        .forEach(row -> System.out.println("row " + number + " " + row._1() + " " + row._2()));
                System.out.println("ended " + (System.nanoTime() - start) / 1_000_000);
            }
        }
    }

    private static Iterator<Tuple2<String, Long>> sums(Iterator<String> lines, long millis)
            throws InterruptedException {
        Map<String, Long> sums = new HashMap<>();
        lines.forEachRemaining(line -> sums.merge(key(line), (long) line.hashCode(), Long::sum));
        TimeUnit.MILLISECONDS.sleep(millis);
        return sums.entrySet().stream()
                .map(row -> new Tuple2<>(row.getKey(), row.getValue()))
                .iterator();
    }

    public static String key(String line) {
        return line.substring(0, 2);
    }
}

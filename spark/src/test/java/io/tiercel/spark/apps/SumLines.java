package io.tiercel.spark.apps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Adds up what the lines of text files say: {@code path, executors, directory, rounds…}. Waits at a {@link Gate} before each round, and writes
 * each round's sum to a file of its name. The files are listed once, so that a later round's first request is a task's.
 */
public final class SumLines {
    private SumLines() {}

    /** What a line adds to the sum. Another line, or a part of one, adds something else. */
    public static long value(String line) {
        return line.hashCode() * 0x9E3779B97F4A7C15L;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Path.of(args[2]);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("sum lines"))) {
            CountLines.awaitExecutors(spark, Integer.parseInt(args[1]));
            JavaRDD<String> lines = spark.textFile(args[0]);
            lines.getNumPartitions();
            for (String round : Arrays.copyOfRange(args, 3, args.length)) {
                new Gate(directory).pass(round);
                long sum = lines.map(SumLines::value).reduce(Long::sum);
                Files.writeString(directory.resolve(round), Long.toString(sum));
            }
        }
    }
}

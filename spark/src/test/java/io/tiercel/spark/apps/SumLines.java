package io.tiercel.spark.apps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Adds up what the lines of text files say: {@code path, executors, directory, rounds…}. Waits at a {@link Gate} before each round, and writes
 * each round's sum to a file of its name. The files are listed once, so that a later round's first request is a task's. In a round {@value
 * #PAUSING} each task waits after its first line until {@value #MIDWAY} is opened.
 */
public final class SumLines {
    public static final String PAUSING = "pausing";
    public static final String MIDWAY = "midway";

    private SumLines() {}

    /** What a line adds to the sum. Another line, or a part of one, adds something else. */
    public static long value(String line) {
        return line.hashCode() * 0x9E3779B97F4A7C15L;
    }

    private static Iterator<Long> sum(Iterator<String> lines, String pauses) throws InterruptedException {
        long sum = 0;
        for (boolean isFirst = true; lines.hasNext(); isFirst = false) {
            sum += value(lines.next());
            if (isFirst && !pauses.isEmpty()) {
                new Gate(Path.of(pauses)).awaitOpen(MIDWAY);
            }
        }
        return List.of(sum).iterator();
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Path.of(args[2]);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("sum lines"))) {
            CountLines.awaitExecutors(spark, Integer.parseInt(args[1]));
            JavaRDD<String> lines = spark.textFile(args[0]);
            lines.getNumPartitions();
            for (String round : Arrays.copyOfRange(args, 3, args.length)) {
                new Gate(directory).pass(round);
                String pauses = round.equals(PAUSING) ? directory.toString() : "";
                long sum =
                        lines.mapPartitions(partition -> sum(partition, pauses)).reduce(Long::sum);
                Files.writeString(directory.resolve(round), Long.toString(sum));
            }
        }
    }
}

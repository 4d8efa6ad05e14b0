package io.tiercel.spark.apps;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Counts the lines of text files: {@code path, expected lines, executors, directory, pages}. Its first tasks do not end before caches below
 * the directory hold so many pages, or a minute is over: then the application fails.
 */
public final class AwaitPages {
    private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private AwaitPages() {}

    public static void main(String[] args) throws InterruptedException {
        Path directory = Path.of(args[3]);
        int pages = Integer.parseInt(args[4]);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("await pages"))) {
            CountLines.awaitExecutors(spark, Integer.parseInt(args[2]));
            String expected = directory.toString();
            long lines = spark.textFile(args[0])
                    .mapPartitions(partition -> {
                        long count = 0;
                        for (; partition.hasNext(); partition.next()) {
                            count++;
                        }
                        await(Path.of(expected), pages);
                        return List.of(count).iterator();
                    })
                    .reduce(Long::sum);
            System.out.println("lines " + lines);
            if (lines != Long.parseLong(args[1])) {
                throw new IllegalStateException("expected " + args[1] + " lines, got " + lines);
            }
        }
    }

    private static void await(Path directory, int pages) throws InterruptedException {
        long start = System.nanoTime();
        for (long here = pages(directory); here < pages; here = pages(directory)) {
            if (System.nanoTime() - start > MOST_NANOS) {
                throw new IllegalStateException("expected " + pages + " pages, got " + here);
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** As {@code LiveFiles.pages}, which the application's class path lacks. */
    private static long pages(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("[0-9a-f]{64}-\\d+"))
                    .count();
        } catch (IOException | UncheckedIOException e) {
            return 0; // A file went while it was looked at: look again.
        }
    }
}

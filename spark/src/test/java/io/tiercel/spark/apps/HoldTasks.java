package io.tiercel.spark.apps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Adds up what the lines of text files say, twice: {@code path, executors, directory}. Waits at the {@link Gate} {@value #PLANNED} before
 * the second round, whose tasks read nothing before there is a file {@value #READ}. Then it writes the sum to {@value #SUM}.
 */
public final class HoldTasks {
    public static final String PLANNED = "planned";
    public static final String READ = "read";
    public static final String SUM = "sum";

    private HoldTasks() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Path.of(args[2]);
        String opened = directory.resolve(READ).toString();
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("hold tasks"))) {
            CountLines.awaitExecutors(spark, Integer.parseInt(args[1]));
            JavaRDD<String> lines = spark.textFile(args[0]);
            lines.map(SumLines::value).reduce(Long::sum);
            new Gate(directory).pass(PLANNED);
            long sum = lines.mapPartitions(partition -> {
                        Gate.await("leave to read", () -> Files.exists(Path.of(opened)));
                        long part = 0;
                        while (partition.hasNext()) {
                            part += SumLines.value(partition.next());
                        }
                        return List.of(part).iterator();
                    })
                    .reduce(Long::sum);
            Files.writeString(directory.resolve(SUM), Long.toString(sum));
        }
    }
}

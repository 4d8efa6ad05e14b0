package io.tiercel.demo.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * An application as users have them: it runs one job, without a warm-up, and ends.
 *
 * <p>Arguments: the job, the directory of the data, and a file for two words: the seconds from the job's call to its result, and the
 * fingerprint of that.
 */
public final class SingleJobApplication {
    private SingleJobApplication() {}

    public static void main(String[] args) throws IOException {
        SparkJob job = SparkJob.named(args[0]).orElseThrow(() -> new IllegalArgumentException("no job " + args[0]));
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            long called = System.nanoTime();
            List<String> rows = job.run(new InputTables(spark, args[1]));
            double seconds = (System.nanoTime() - called) / 1e9;
            String result = seconds + " " + ResultDigest.of(rows).sha256();
            Files.writeString(Path.of(args[2]), result, StandardCharsets.US_ASCII);
        }
    }
}

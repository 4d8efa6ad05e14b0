package io.tiercel.bench.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;

/**
 * The driver of queries that join the distinct lines of a small text file with a large one: of each task's lines the last. The
 * conductor names the kind of join, {@code broadcast} or {@code merge}, and the end. Tasks over the small file compute for a while,
 * those over the large file for an eighth of that, or not at all where the small one is broadcast.
 *
 * <p>Arguments: the conductor's port, the small file, the large file, how many milliseconds a task over the small file computes.
 */
public final class JoinApplication {
    private JoinApplication() {}

    public static void main(String[] args) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                SparkSession spark = SparkSession.builder().getOrCreate()) {
            // All executors, and all classes that a first stage needs.
            new JavaSparkContext(spark.sparkContext())
                    .parallelize(Collections.nCopies(64, 1), 64)
                    .count();
            long computes = Long.parseLong(args[3]);
            out.println("ready 0");
            for (String how = in.readLine(); !"end".equals(how); how = in.readLine()) {
                long start = System.nanoTime();
                Dataset<?> small = lines(spark, args[1], computes).distinct().hint(how);
                Dataset<?> large = lines(spark, args[2], "merge".equals(how) ? computes / 8 : 0);
                long joined = small.join(large, "value").count();
                out.println("result " + joined + " " + (System.nanoTime() - start) / 1_000_000);
            }
        }
    }

    private static Dataset<?> lines(SparkSession spark, String path, long computes) {
        return spark.read()
                .textFile(path)
                .mapPartitions(
                        (MapPartitionsFunction<String, String>) lines -> last(lines, computes), Encoders.STRING())
                .toDF("value");
    }

    /** The last of the lines, if there is one, after some computing. */
    private static Iterator<String> last(Iterator<String> lines, long computes) {
        List<String> last = List.of();
        while (lines.hasNext()) {
            last = List.of(lines.next());
        }
        Computing.forMillis(computes);
        return last.iterator();
    }
}

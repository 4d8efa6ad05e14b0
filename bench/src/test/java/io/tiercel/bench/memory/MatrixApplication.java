package io.tiercel.bench.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import scala.Tuple2;

/**
 * The driver of a job with a shuffle that adds up the lines of a text file or directory by their first characters, at each word of
 * its conductor. It tells all rows of the result, and when tasks start and end.
 *
 * <p>Arguments: the conductor's port, what to read, how many milliseconds a task computes after reading.
 */
public final class MatrixApplication {
    private MatrixApplication() {}

    public static void main(String[] args) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            spark.parallelize(Collections.nCopies(64, 1), 64).count();
            long computes = Long.parseLong(args[2]);
            spark.sc().addSparkListener(new SparkListener() {
                @Override
                public void onTaskStart(SparkListenerTaskStart event) {
                    out.println("started " + event.taskInfo().host());
                }

                @Override
                public void onTaskEnd(SparkListenerTaskEnd event) {
                    out.println("ended " + event.taskInfo().host());
                }
            });
            out.println("ready 0");
            while ("go".equals(in.readLine())) {
                // Located anew for each job.
                JavaRDD<String> lines = spark.textFile(args[1]);
                JavaPairRDD<String, Long> sums =
                        lines.mapPartitionsToPair(each -> sums(each, computes)).reduceByKey(Long::sum, 3);
                sums.getNumPartitions();
                out.println("submitted");
                sums.collect().forEach(row -> out.println("row " + row._1() + " " + row._2()));
                out.println("result");
            }
        }
    }

    /** By the first two characters: the sum of the lines' hashes. */
    private static Iterator<Tuple2<String, Long>> sums(Iterator<String> lines, long computes) {
        Map<String, Long> sums = new HashMap<>();
        lines.forEachRemaining(line -> add(line, sums));
        Computing.forMillis(computes);
        List<Tuple2<String, Long>> rows = new ArrayList<>();
        sums.forEach((key, sum) -> rows.add(new Tuple2<>(key, sum)));
        return rows.iterator();
    }

    static void add(String line, Map<String, Long> sums) {
        sums.merge(line.substring(0, 2), (long) line.hashCode(), Long::sum);
    }
}

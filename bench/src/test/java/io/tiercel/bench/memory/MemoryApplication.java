package io.tiercel.bench.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import scala.Tuple3;

/**
 * The driver of jobs that count the lines of a text file or directory, and tell a conductor which block was read where. It
 * counts again at each word of the conductor, until the conductor ends it.
 *
 * <p>Arguments: the conductor's port, what to read, and, if it is to be more than nothing, how many milliseconds a task computes.
 */
public final class MemoryApplication {
    private MemoryApplication() {}

    public static void main(String[] args) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            // All executors, and all classes that a first stage needs.
            spark.parallelize(Collections.nCopies(64, 1), 64).count();
            JavaRDD<String> lines = spark.textFile(args[1]);
            long computes = args.length > 2 ? Long.parseLong(args[2]) : 0;
            spark.sc().addSparkListener(new SparkListener() {
                @Override
                public void onTaskEnd(SparkListenerTaskEnd event) {
                    if (event.stageId() > 0) {
                        out.println("ended " + event.taskInfo().host());
                    }
                }
            });
            out.println("ready " + lines.getNumPartitions());
            while ("go".equals(in.readLine())) {
                long sum = 0;
                for (Tuple3<Integer, String, Long> task : counted(lines, computes)) {
                    out.println("read " + task._1() + " " + task._2());
                    sum += task._3();
                }
                out.println("result " + sum);
            }
        }
    }

    /** Each task's number, its host, and the lines that it read. */
    private static List<Tuple3<Integer, String, Long>> counted(JavaRDD<String> lines, long computes) {
        return lines.mapPartitionsWithIndex(
                        (task, read) -> {
                            long count = 0;
                            for (; read.hasNext(); read.next()) {
                                count++;
                            }
                            Computing.forMillis(computes);
                            String host = SparkEnv.get()
                                    .blockManager()
                                    .blockManagerId()
                                    .host();
                            return List.of(new Tuple3<>(task, host, count)).iterator();
                        },
                        true)
                .collect();
    }
}

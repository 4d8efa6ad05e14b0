package io.tiercel.bench.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;

/**
 * The driver of a job over text files that tells a {@link Conductor} how far it is, and waits for its word before it begins.
 *
 * <p>Arguments: the conductor's port, the directory to read.
 */
public final class FaultApplication {
    private FaultApplication() {}

    public static void main(String[] args) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            // All executors, so that the kill meets a job that uses them all.
            spark.parallelize(java.util.Collections.nCopies(64, 1), 64).count();
            JavaRDD<String> lines = spark.textFile(args[1]);
            // The splits are made here, so that what follows needs the NameNode for locations only.
            int tasks = lines.getNumPartitions();
            spark.sc().addSparkListener(new Reporter(out));
            out.println("ready " + tasks);
            in.readLine();
            out.println("result " + checksum(lines));
        }
    }

    /** Lines, and the sum of their checksums, which no order of tasks changes. */
    private static String checksum(JavaRDD<String> lines) {
        long sum = lines.map(FaultApplication::crc).reduce(Long::sum);
        return sum + "";
    }

    static long crc(String line) {
        CRC32 crc = new CRC32();
        crc.update(line.getBytes(StandardCharsets.UTF_8));
        return crc.getValue();
    }

    private static final class Reporter extends SparkListener {
        private final PrintWriter out;

        Reporter(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void onTaskStart(SparkListenerTaskStart event) {
            out.println("started " + event.taskInfo().host());
        }

        @Override
        public void onTaskEnd(SparkListenerTaskEnd event) {
            out.println((event.taskInfo().successful() ? "ended " : "failed ")
                    + event.taskInfo().host());
        }
    }
}

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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskStart;

/**
 * The driver of a job whose tasks all read one and the same block, and of another job that reads nothing. Told {@code count}, it
 * begins to count the block's lines, anew in each task. Told {@code other}, it runs the other job beside. Told {@code end}, it waits
 * for the count, says it, and ends. It says when the first task of a stage was launched: in milliseconds after its submission, and since the epoch.
 *
 * <p>Arguments: the conductor's port, the file, the number of tasks.
 */
public final class DelayApplication {
    private DelayApplication() {}

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            // All executors, and all classes that a first stage needs.
            spark.parallelize(Collections.nCopies(64, 1), 64).count();
            int tasks = Integer.parseInt(args[2]);
            JavaRDD<String> file = spark.textFile(args[1], 1);
            JavaRDD<String> all = file;
            for (int task = 1; task < tasks; task++) {
                all = all.union(file);
            }
            JavaRDD<Long> counts = all.mapPartitions(DelayApplication::count);
            spark.sc().addSparkListener(new FirstTasks(out));
            out.println("ready " + counts.getNumPartitions());
            Future<List<Long>> counted = null;
            for (String word = in.readLine(); !"end".equals(word); word = in.readLine()) {
                switch (word) {
                    case "count" -> counted = counts.collectAsync();
                    case "other" ->
                        spark.parallelize(Collections.nCopies(tasks, 1), tasks).count();
                    default -> throw new IOException("expected count, other or end, got " + word);
                }
            }
            long lines = 0;
            for (long each : counted == null ? List.<Long>of() : counted.get()) {
                lines += each;
            }
            out.println("result " + lines);
        }
    }

    private static Iterator<Long> count(Iterator<String> lines) {
        long count = 0;
        for (; lines.hasNext(); lines.next()) {
            count++;
        }
        return List.of(count).iterator();
    }

    /** Prints the first task of each stage. */
    private static final class FirstTasks extends SparkListener {
        private final PrintWriter out;
        private int stage = -1;
        private long submitted;

        private FirstTasks(PrintWriter out) {
            this.out = out;
        }

        /** The counting stage is submitted before any other: the first that is heard of. */
        @Override
        public void onStageSubmitted(SparkListenerStageSubmitted event) {
            if (stage < 0) {
                stage = event.stageInfo().stageId();
                submitted = (Long) event.stageInfo().submissionTime().get();
            }
        }

        @Override
        public void onTaskStart(SparkListenerTaskStart event) {
            if (event.stageId() == stage) {
                long launched = event.taskInfo().launchTime();
                out.println("started " + (launched - submitted) + " " + launched);
            }
        }
    }
}

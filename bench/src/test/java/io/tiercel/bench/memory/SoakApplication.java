package io.tiercel.bench.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.SparkSession;

/**
 * A driver that stands for long, as a Thrift server does: several threads query at the same time, each query in a session of its
 * own, over the newest tables of a directory in which tables come and go. All rest at times, so that executors go too. Says
 * how long each query took and whether its result was right, and how long the first task of each stage waited.
 *
 * <p>Arguments: the conductor's port, the directory, threads, the seed. A table's name ends with the number of its lines.
 */
public final class SoakApplication {
    private static final int NEWEST = 12;
    private static final long WORK_NANOS = 50_000_000_000L;
    private static final long REST_NANOS = 10_000_000_000L;

    private final SparkSession spark;
    private final PrintWriter out;
    private final Path tables;
    private final long start = System.nanoTime();
    private final AtomicLong queries = new AtomicLong();
    private volatile boolean ended;

    private SoakApplication(SparkSession spark, PrintWriter out, Path tables) {
        this.spark = spark;
        this.out = out;
        this.tables = tables;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                SparkSession spark = SparkSession.builder().getOrCreate()) {
            new JavaSparkContext(spark.sparkContext())
                    .parallelize(Collections.nCopies(64, 1), 64)
                    .count();
            spark.sparkContext().addSparkListener(new FirstTasks(out));
            out.println("ready 0");
            out.println("pid " + ProcessHandle.current().pid());
            SoakApplication application = new SoakApplication(spark, out, new Path(args[1]));
            in.readLine();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(args[2]); i++) {
                Random random = new Random(Long.parseLong(args[3]) + i);
                Thread thread = new Thread(() -> application.query(random), "query-" + i);
                thread.start();
                threads.add(thread);
            }
            in.readLine();
            application.ended = true;
            for (Thread thread : threads) {
                thread.join();
            }
            out.println("result " + application.queries);
            in.readLine();
        }
    }

    private void query(Random random) {
        while (!ended) {
            long inTurn = (System.nanoTime() - start) % (WORK_NANOS + REST_NANOS);
            if (inTurn > WORK_NANOS) {
                LockSupport.parkNanos(100_000_000);
                continue;
            }
            try {
                query(newest(random));
            } catch (IOException | RuntimeException e) {
                out.println("query 0 wrong " + e.toString().lines().findFirst().orElse(""));
            }
        }
    }

    private Path newest(Random random) throws IOException {
        FileStatus[] all =
                FileSystem.get(spark.sparkContext().hadoopConfiguration()).listStatus(tables);
        Arrays.sort(all, Comparator.comparing(FileStatus::getModificationTime).reversed());
        return all[random.nextInt(Math.min(NEWEST, all.length))].getPath();
    }

    private void query(Path table) {
        String name = table.getName();
        long expected = Long.parseLong(name.substring(name.lastIndexOf('-') + 1));
        long began = System.nanoTime();
        long counted = spark.newSession()
                .read()
                .text(table.toString())
                .groupBy("value")
                .count()
                .agg(Map.of("count", "sum"))
                .first()
                .getLong(0);
        queries.incrementAndGet();
        out.println("query " + (System.nanoTime() - began) / 1_000_000 + " "
                + (counted == expected ? "right" : "wrong " + table + ": " + counted));
    }

    /** Says how long after the submission of a stage its first task was launched, in ms. */
    private static final class FirstTasks extends SparkListener {
        private final PrintWriter out;
        private final Map<Integer, Long> submitted = new HashMap<>();

        private FirstTasks(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void onStageSubmitted(SparkListenerStageSubmitted event) {
            submitted.put(event.stageInfo().stageId(), (Long)
                    event.stageInfo().submissionTime().get());
        }

        @Override
        public void onTaskStart(SparkListenerTaskStart event) {
            Long at = submitted.remove(event.stageId());
            if (at != null) {
                out.println("waited " + (event.taskInfo().launchTime() - at));
            }
        }

        @Override
        public void onStageCompleted(SparkListenerStageCompleted event) {
            submitted.remove(event.stageInfo().stageId());
        }
    }
}

package io.tiercel.demo.jobs;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.sql.SparkSession;

/**
 * The driver: warms up on a little data, then runs each job once, cold, and reports it.
 *
 * <p>Arguments: the URL of the demo's control server, the directory of the warm-up data, how often each job warms up
 * on that, the directory of the data, then the jobs. Before each job the driver asks the server to empty the page cache ({@code POST
 * /cold/JOB}), after it it posts the result to {@code /done}. Only the job itself is timed.
 */
public final class DemoApplication {
    private final SparkSession spark;
    private final URI control;
    private final HttpClient http = HttpClient.newHttpClient();
    private final StageTimeListener watch = new StageTimeListener();

    private DemoApplication(SparkSession spark, URI control) {
        this.spark = spark;
        this.control = control;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        List<Step> jobs = Arrays.stream(args).skip(4).map(Step::of).toList();
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            DemoApplication application = new DemoApplication(spark, URI.create(args[0]));
            application.warmUp(jobs, new InputTables(spark, args[1]), Integer.parseInt(args[2]));
            application.run(jobs, args[3]);
        }
    }

    /**
     * A job as it was asked for: a name, or a name, {@code @}, and what the demo knows it by, so that one job can be run several times;
     * and maybe another {@code @} and the part of the data that it reads.
     */
    private record Step(SparkJob job, String name, String part) {
        static Step of(String argument) {
            String[] parts = argument.split("@", 3);
            SparkJob job =
                    SparkJob.named(parts[0]).orElseThrow(() -> new IllegalArgumentException("no job " + parts[0]));
            return new Step(job, parts.length == 1 ? parts[0] : parts[1], parts.length == 3 ? "/" + parts[2] : "");
        }
    }

    private void warmUp(List<Step> steps, InputTables tables, int passes) {
        for (int i = 0; i < passes; i++) {
            new LinkedHashSet<>(steps.stream().map(Step::job).toList()).forEach(job -> job.run(tables));
        }
    }

    private void run(List<Step> steps, String root) throws IOException, InterruptedException {
        spark.sparkContext().addSparkListener(watch);
        for (Step step : steps) {
            post("/cold/" + step.name(), "");
            post(
                    "/done",
                    new ObjectMapper().writeValueAsString(measure(step, new InputTables(spark, root + step.part()))));
        }
    }

    private JobMeasurement measure(Step step, InputTables tables) {
        SparkJob job = step.job();
        watch.take(spark.sparkContext());
        spark.sparkContext().setJobDescription(job.title());
        long called = System.currentTimeMillis();
        long started = System.nanoTime();
        List<String> rows = job.run(tables);
        double seconds = (System.nanoTime() - started) / 1e9;
        StageTimeListener.Seen seen = watch.take(spark.sparkContext());
        ResultDigest digest = ResultDigest.of(rows);
        return new JobMeasurement(
                spark.sparkContext().applicationId(),
                step.name(),
                seconds,
                seen.taskSeconds(),
                JobTimeline.of(seen.tasks(), called),
                seen.stages(),
                seen.groupSeconds(called),
                digest.rows(),
                digest.sha256());
    }

    private void post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(control.resolve(path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(
                    "the demo answered " + path + " with " + response.statusCode() + ": " + response.body());
        }
    }

    /** Collects which stages and groups of Spark's jobs ran, and how long their tasks took, from one job's end to the next. */
    private static final class StageTimeListener extends SparkListener {
        private static final long QUIET_MILLIS = 60_000;

        private final SortedSet<Integer> stages = new TreeSet<>();
        private final List<TaskInfo> tasks = new ArrayList<>();
        private final Map<Integer, String> groups = new HashMap<>();
        private final Map<String, Long> groupEnds = new TreeMap<>();
        private long taskMillis;

        @Override
        public synchronized void onJobStart(SparkListenerJobStart event) {
            String group = event.properties().getProperty(SharedStorageJobs.GROUP);
            if (group != null) {
                groups.put(event.jobId(), group);
            }
        }

        @Override
        public synchronized void onJobEnd(SparkListenerJobEnd event) {
            String group = groups.remove(event.jobId());
            if (group != null) {
                groupEnds.merge(group, event.time(), Math::max);
            }
        }

        @Override
        public synchronized void onStageCompleted(SparkListenerStageCompleted event) {
            stages.add(event.stageInfo().stageId());
        }

        @Override
        public synchronized void onTaskEnd(SparkListenerTaskEnd event) {
            tasks.add(event.taskInfo());
            if (event.taskMetrics() != null) {
                taskMillis += event.taskMetrics().executorRunTime();
            }
        }

        /**
         * Returns the stages and tasks seen since the last call.
         *
         * @throws IllegalStateException if the listeners do not catch up
         */
        Seen take(SparkContext context) {
            try {
                context.listenerBus().waitUntilEmpty(QUIET_MILLIS);
            } catch (TimeoutException e) {
                throw new IllegalStateException("Spark's listeners did not catch up in " + QUIET_MILLIS + " ms", e);
            }
            synchronized (this) {
                Seen seen =
                        new Seen(List.copyOf(stages), List.copyOf(tasks), taskMillis / 1e3, new TreeMap<>(groupEnds));
                groupEnds.clear();
                stages.clear();
                tasks.clear();
                taskMillis = 0;
                return seen;
            }
        }

        /** @param groupEnds when the last job of each group ended, in milliseconds since the epoch */
        record Seen(List<Integer> stages, List<TaskInfo> tasks, double taskSeconds, Map<String, Long> groupEnds) {
            Map<String, Double> groupSeconds(long called) {
                Map<String, Double> seconds = new TreeMap<>();
                groupEnds.forEach((group, end) -> seconds.put(group, (end - called) / 1e3));
                return seconds;
            }
        }
    }

    /**
     * The driver's report of one job.
     *
     * @param job its name, as the application was given it
     * @param seconds from the call to the collected result
     * @param timeline when its tasks ran
     * @param groupSeconds from the call to the end of each of the jobs that it runs side by side; empty if it runs one
     * @param taskSeconds the run times of all tasks, added up: what the cluster spent on the job
     * @param sha256 fingerprint of the sorted rows
     */
    public record JobMeasurement(
            String app,
            String job,
            double seconds,
            double taskSeconds,
            JobTimeline timeline,
            List<Integer> stages,
            Map<String, Double> groupSeconds,
            int rows,
            String sha256) {
        public JobMeasurement {
            stages = List.copyOf(stages);
            groupSeconds = Map.copyOf(groupSeconds);
        }
    }
}

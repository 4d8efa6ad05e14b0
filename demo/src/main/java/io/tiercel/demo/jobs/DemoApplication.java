package io.tiercel.demo.jobs;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * The driver: warms up on a little data, then runs each job once, cold, and reports it.
 *
 * <p>Arguments: the URL of the demo's control server, the directory of the warm-up data, that of the data, then the jobs.
 * Before each job it asks the server to empty the page cache ({@code POST /cold/JOB}), after it the result is posted to
 * {@code /done}. Only the job itself is timed.
 */
public final class DemoApplication {
    /** Enough for every executor to have run each job's code. */
    private static final int WARM_UPS = 2;

    private final SparkSession spark;
    private final URI control;
    private final HttpClient http = HttpClient.newHttpClient();
    private final StageTimeListener watch = new StageTimeListener();

    private DemoApplication(SparkSession spark, URI control) {
        this.spark = spark;
        this.control = control;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        List<Step> jobs = Arrays.stream(args).skip(3).map(Step::of).toList();
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            new DemoApplication(spark, URI.create(args[0])).run(args[1], args[2], jobs);
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

    private void run(String warmUpRoot, String root, List<Step> steps) throws IOException, InterruptedException {
        for (int i = 0; i < WARM_UPS; i++) {
            for (SparkJob job :
                    new LinkedHashSet<>(steps.stream().map(Step::job).toList())) {
                job.run(new InputTables(spark, warmUpRoot));
            }
        }
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
        StageTimeListener.drain(spark.sparkContext());
        watch.take();
        spark.sparkContext().setJobDescription(job.title());
        long started = System.nanoTime();
        List<String> rows = job.run(tables);
        double seconds = (System.nanoTime() - started) / 1e9;
        StageTimeListener.drain(spark.sparkContext());
        StageTimeListener.Seen seen = watch.take();
        ResultDigest digest = ResultDigest.of(rows);
        return new JobMeasurement(
                spark.sparkContext().applicationId(),
                step.name(),
                seconds,
                seen.taskSeconds(),
                seen.stages(),
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
}

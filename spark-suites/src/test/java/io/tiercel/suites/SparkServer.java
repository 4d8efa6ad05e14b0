package io.tiercel.suites;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server that is a Spark application, started as Spark's own scripts in {@code sbin} start one: through {@code spark-submit}'s main class. */
final class SparkServer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final ForkedJvm jvm;
    private final Process process;

    private SparkServer(ForkedJvm jvm, Process process) {
        this.jvm = jvm;
        this.process = process;
    }

    /**
     * Starts one.
     *
     * @param home a SPARK_HOME
     * @param directory for its files and its log; exists
     * @param arguments that the server itself gets
     */
    static SparkServer start(
            Path home, Path directory, String mainClass, Map<String, String> settings, List<String> arguments) {
        var line = new ArrayList<>(List.of("--class", mainClass));
        settings.forEach((key, value) -> line.addAll(List.of("--conf", key + "=" + value)));
        line.add("spark-internal");
        line.addAll(arguments);
        var jvm = SparkHome.submitter(home, "1g", directory, "server.log");
        return new SparkServer(jvm, jvm.start("org.apache.spark.deploy.SparkSubmit", line));
    }

    /** Waits for a line of its log, as {@link ForkedJvm#awaitLine}. */
    String awaitLine(String pattern) {
        return jvm.awaitLine(pattern);
    }

    /** What it has logged so far. */
    String log() {
        return jvm.output();
    }

    /** A page of its web UI; what it answers, if that is no page. */
    String page(String path) throws IOException, InterruptedException {
        String port = awaitLine("service 'SparkUI' on port (\\d+)");
        var answer = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() == 200 ? answer.body() : "answers " + answer.statusCode();
    }

    /** Ends it as {@code sbin/stop-*.sh} does, by a signal, and waits until it has ended. */
    void stop() {
        process.destroy();
        await("the end of the server, whose log is " + jvm.log()).atMost(LIMIT).until(() -> !process.isAlive());
    }

    @Override
    public void close() {
        ForkedJvm.kill(process);
    }
}

package io.tiercel.demo.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.jobs.DemoApplication.JobMeasurement;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.StageSummaries;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs applications, each a list of jobs; before each job the cluster is prepared for it. */
public final class JobRunner implements AutoCloseable {
    @FunctionalInterface
    public interface Preparation {
        /**
         * @param job index of the job among its application's
         * @return the cluster's counters when it was ready; later bytes belong to the job
         */
        DeviceCounters prepare(int job) throws IOException, InterruptedException;
    }

    /**
     * The result of one job.
     *
     * @param tiers the scheduler's account of the tasks
     * @param servedBytes bytes that the DataNodes count as served, by {@code SSD}, {@code HDD} (from the device) and
     *     {@code PAGE_CACHE}
     */
    public record Measured(JobMeasurement job, TaskTiers tiers, Map<String, Long> servedBytes) {}

    private record Served(JobMeasurement result, Map<String, Long> bytes) {}

    private final TieredCluster cluster;
    private final Path records;
    private final ProgressDisplay progress;
    private final MachineLoad load;
    private final Preparation preparation;
    private final ControlServer control;

    /** Jobs of the running application; filled from the control server's thread, read once the driver has ended. */
    private final List<Served> served = new ArrayList<>();

    private String running = "";
    private DeviceCounters before = new DeviceCounters(List.of());
    private Optional<String> failure = Optional.empty();

    /** @param records where the scheduler writes what it has decided */
    public JobRunner(
            TieredCluster cluster, Path records, ProgressDisplay progress, MachineLoad load, Preparation preparation)
            throws IOException {
        this.cluster = cluster;
        this.records = records;
        this.progress = progress;
        this.load = load;
        this.preparation = preparation;
        this.control = new ControlServer(this::prepare, this::ended);
    }

    /**
     * Runs an application to its end.
     *
     * @return a result for each of its jobs, in their order
     */
    public List<Measured> run(String title, JobApplication application) {
        int jobs = application.jobs().size();
        synchronized (this) {
            served.clear();
            running = title;
        }
        RunningSparkApp.Outcome outcome = cluster.run(application.app(control.uri()));
        synchronized (this) {
            if (outcome.exitCode() != 0 || served.size() != jobs) {
                throw new CommandFailure(
                        ExitCodes.NEGATIVE,
                        failure.orElse("the application of " + running + " ended with exit code " + outcome.exitCode()
                                + " after " + served.size() + " of " + jobs + " jobs; its log is " + outcome.log()));
            }
            return served.stream()
                    .map(each -> measured(each, application, outcome.log()))
                    .toList();
        }
    }

    private Measured measured(Served each, JobApplication application, Path log) {
        JobMeasurement result = each.result();
        TaskTiers tiers = TaskTiers.sum(stageTiers(result));
        if (tiers.tasks() == 0 && application.isLocated()) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE,
                    "%s, %s: the plugin has accounted for no task with input, so it was not in force; its log is %s"
                            .formatted(running, result.job(), log));
        }
        return new Measured(result, tiers, each.bytes());
    }

    /** The job's stages that have located input; none if the application wrote no summary. */
    private List<TaskTiers> stageTiers(JobMeasurement job) {
        Path file = records.resolve("stages-" + job.app() + ".jsonl");
        List<TaskTiers> tiers = new ArrayList<>();
        try {
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                StageSummary stage = StageSummaries.parse(line);
                int unknown = stage.reads().possible().getOrDefault(ReadPlace.UNKNOWN, 0);
                if (job.stages().contains(stage.stage()) && stage.reads().launched() > unknown) {
                    tiers.add(TaskTiers.of(stage));
                }
            }
        } catch (IOException | MalformedRecordException e) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE, "cannot read the stage summaries in " + file + ": " + e.getMessage());
        }
        return tiers;
    }

    private synchronized void prepare(String job) {
        progress.step(0, running + ", " + shown(job));
        try {
            before = preparation.prepare(served.size());
            load.begin();
        } catch (IOException | RuntimeException e) {
            failure = Optional.of("cannot make the cluster ready for " + job + ": " + e.getMessage());
            throw new IllegalStateException(failure.get(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private synchronized void ended(JobMeasurement result) {
        load.end(running);
        DeviceCounters counters = cluster.counters().since(before);
        Map<String, Long> bytes = Map.of(
                JobTrial.SSD, counters.of("SSD").deviceBytes(),
                JobTrial.HDD, counters.of("DISK").deviceBytes(),
                JobTrial.PAGE_CACHE, counters.memoryBytes());
        served.add(new Served(result, bytes));
        progress.step(1, "%s, %s: %.1f s".formatted(running, shown(result.job()), result.seconds()));
    }

    /** Names of jobs are arguments and parts of URLs, so an underscore stands for a space. */
    private static String shown(String job) {
        return job.replace('_', ' ');
    }

    @Override
    public void close() {
        control.close();
    }

    /** Serves the applications' drivers, which request a cold cluster and report; on the loopback interface, one call at a time. */
    private static final class ControlServer implements AutoCloseable {
        private final HttpServer server;

        /**
         * @param cold prepares the cluster for the job of that name
         * @param done takes a job's result
         */
        ControlServer(Consumer<String> cold, Consumer<JobMeasurement> done) throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/cold/", exchange -> {
                String job = exchange.getRequestURI().getPath().substring("/cold/".length());
                answer(exchange, () -> cold.accept(job));
            });
            server.createContext("/done", exchange -> {
                JobMeasurement result = new ObjectMapper().readValue(exchange.getRequestBody(), JobMeasurement.class);
                answer(exchange, () -> done.accept(result));
            });
            server.start();
        }

        URI uri() {
            return URI.create("http://" + server.getAddress().getAddress().getHostAddress() + ":"
                    + server.getAddress().getPort());
        }

        private static void answer(HttpExchange exchange, Runnable call) throws IOException {
            try (exchange) {
                int status = 200;
                byte[] body = {};
                try {
                    call.run();
                } catch (RuntimeException e) {
                    status = 500;
                    body = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
                }
                exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
                exchange.getResponseBody().write(body);
            }
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}

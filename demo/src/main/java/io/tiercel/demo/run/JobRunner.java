package io.tiercel.demo.run;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.jobs.JobMeasurement;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    private final Preparation preparation;
    private final ControlServer control;

    /** Jobs of the running application; filled from the control server's thread, read once the driver has ended. */
    private final List<Served> served = new ArrayList<>();

    private String running = "";
    private DeviceCounters before = new DeviceCounters(List.of());
    private Optional<String> failure = Optional.empty();

    /** @param records where the scheduler writes what it has decided */
    public JobRunner(TieredCluster cluster, Path records, ProgressDisplay progress, Preparation preparation)
            throws IOException {
        this.cluster = cluster;
        this.records = records;
        this.progress = progress;
        this.preparation = preparation;
        this.control = new ControlServer(this::prepare, this::ended);
    }

    /**
     * Runs an application to its end.
     *
     * @param title what it is, for people
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
            return served.stream().map(each -> measured(each, outcome.log())).toList();
        }
    }

    private Measured measured(Served each, Path log) {
        JobMeasurement result = each.result();
        TaskTiers tiers = StageSummaryFile.sum(records, result.app(), result.stages());
        if (tiers.tasks() == 0) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE,
                    "%s, %s: the plugin has accounted for no task with input, so it was not in force; its log is %s"
                            .formatted(running, result.job(), log));
        }
        return new Measured(result, tiers, each.bytes());
    }

    private synchronized void prepare(String job) {
        progress.step(0, running + ", " + job);
        try {
            before = preparation.prepare(served.size());
        } catch (IOException | RuntimeException e) {
            failure = Optional.of("cannot make the cluster ready for " + job + ": " + e.getMessage());
            throw new IllegalStateException(failure.get(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private synchronized void ended(JobMeasurement result) {
        DeviceCounters counters = cluster.counters().since(before);
        Map<String, Long> bytes = Map.of(
                JobTrial.SSD, counters.of("SSD").deviceBytes(),
                JobTrial.HDD, counters.of("DISK").deviceBytes(),
                JobTrial.PAGE_CACHE, counters.memoryBytes());
        served.add(new Served(result, bytes));
        progress.step(1, "%s, %s: %.1f s".formatted(running, result.job(), result.seconds()));
    }

    @Override
    public void close() {
        control.close();
    }
}

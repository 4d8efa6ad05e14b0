package io.tiercel.bench.demo;

import io.tiercel.bench.demo.jobs.JobResult;
import io.tiercel.bench.demo.report.TaskTiers;
import io.tiercel.bench.demo.report.Trial;
import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.testkit.Counters;
import io.tiercel.testkit.RunningApp;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs every job under every policy, round after round, one application for each policy and round. */
final class Rounds implements ControlServer.Calls {
    private final DemoSettings settings;
    private final TieredCluster cluster;
    private final Application.DataPaths paths;
    private final Path records;
    private final Progress progress;

    private final List<Trial> trials = new ArrayList<>();
    /** Of the application that runs now; filled from the control server's thread, read once the driver has ended. */
    private final List<Measured> measured = new ArrayList<>();

    private String running = "";
    private Counters before = new Counters(List.of());
    private Optional<String> failure = Optional.empty();

    Rounds(DemoSettings settings, TieredCluster cluster, Application.DataPaths paths, Path records, Progress progress) {
        this.settings = settings;
        this.cluster = cluster;
        this.paths = paths;
        this.records = records;
        this.progress = progress;
    }

    List<Trial> run() throws IOException {
        try (ControlServer control = ControlServer.start(this)) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (String policy : Rotation.order(settings.policies(), round, settings.seed())) {
                    run(control, round, policy);
                }
            }
        }
        return List.copyOf(trials);
    }

    private void run(ControlServer control, int round, String policy) {
        synchronized (this) {
            measured.clear();
            running = "round " + round + ", " + policy;
        }
        RunningApp.Outcome outcome = cluster.run(Application.of(settings, policy, control.uri(), paths, records));
        synchronized (this) {
            if (outcome.exitCode() != 0 || measured.size() != settings.jobs().size()) {
                throw new CommandFailure(
                        ExitCodes.NEGATIVE,
                        failure.orElse("the application of " + running + " ended with exit code "
                                + outcome.exitCode() + " after " + measured.size() + " of "
                                + settings.jobs().size() + " jobs; its log is " + outcome.log()));
            }
            measured.forEach(job -> trials.add(trial(round, policy, job, outcome.log())));
        }
    }

    private Trial trial(int round, String policy, Measured job, Path log) {
        JobResult result = job.result();
        TaskTiers tiers = Summaries.read(records, result.app()).of(result.stages());
        if (tiers.tasks() == 0) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE,
                    "%s, %s: the plugin has accounted for no task with input, so it was not in force; its log is %s"
                            .formatted(running, result.job(), log));
        }
        return new Trial(
                round,
                policy,
                result.job(),
                result.seconds(),
                result.taskSeconds(),
                tiers,
                job.served(),
                result.rows(),
                result.sha256());
    }

    @Override
    public synchronized void cold(String job) {
        progress.step(0, running + ", " + job);
        try {
            cluster.evictPageCache();
        } catch (RuntimeException e) {
            failure = Optional.of("cannot make the data cold for " + job + ": " + e.getMessage());
            throw e;
        }
        before = cluster.counters();
    }

    @Override
    public synchronized void done(JobResult result) {
        measured.add(new Measured(result, served(cluster.counters().since(before))));
        progress.step(1, "%s, %s: %.1f s".formatted(running, result.job(), result.seconds()));
    }

    private static Map<String, Long> served(Counters counters) {
        return Map.of(
                "SSD", counters.of("SSD").deviceBytes(),
                "HDD", counters.of("DISK").deviceBytes(),
                "PAGE_CACHE", counters.memoryBytes());
    }

    private record Measured(JobResult result, Map<String, Long> served) {}
}

package io.tiercel.demo.advice;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.advice.AdviceReport.AdviceTrial;
import io.tiercel.demo.advice.PrintedAdvice.PrintedStep;
import io.tiercel.demo.cluster.MemoryControl;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.demo.run.MachineLoad;
import io.tiercel.demo.sharedstorage.CacheDirectories;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs applications one at a time, each with cold data and an event log: without Tiercel, or with lines that were printed. */
final class AdvisedRuns implements AutoCloseable {
    /** Runs of a round: nine with means (placement twice for two applications), six under stock, and one that fills a cache. */
    static final int RUNS = 16;

    /** The treatment without any of the lines. */
    static final String STOCK = "stock";

    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final String CACHE = "spark.tiercel.cache.directory";
    private static final String JOB = "spark.tiercel.job";
    private static final String LINK = "LINK";

    private final TieredCluster cluster;
    private final MemoryControl control;
    private final AdvisedInput input;
    private final Path directory;
    private final EventLogs logs;
    private final MachineLoad load;
    private final ProgressDisplay progress;

    AdvisedRuns(
            TieredCluster cluster,
            MemoryTierConfig memory,
            AdvisedInput input,
            Path directory,
            EventLogs logs,
            MachineLoad load,
            ProgressDisplay progress)
            throws IOException {
        this.cluster = cluster;
        this.control = new MemoryControl(cluster, memory);
        this.input = input;
        this.directory = directory;
        this.logs = logs;
        this.load = load;
        this.progress = progress;
    }

    /** @param log the directory for its event log */
    AdviceTrial stock(AdvisedApplication application, int round, Path log) throws IOException, InterruptedException {
        return run(application, STOCK, round, log, Map.of(), List.of(), Optional.empty());
    }

    /** Adds the lines of a means. A cache is filled by a first run, which is not among the results. */
    List<AdviceTrial> with(AdvisedApplication application, String means, PrintedStep step, int round)
            throws IOException, InterruptedException {
        Map<String, String> added = new LinkedHashMap<>();
        for (String line : step.configuration()) {
            int equals = line.indexOf('=');
            added.put(line.substring(0, equals), line.substring(equals + 1));
        }
        Optional<CacheDirectories> caches = Optional.empty();
        if (added.containsKey(CACHE)) {
            // The printed directory is one of each node's own. Here all nodes are on one machine.
            CacheDirectories own = new CacheDirectories(directory.resolve("caches-" + round));
            added.put(CACHE, own.applicationKey());
            caches = Optional.of(own);
            run(
                    application,
                    means + ", filling",
                    round,
                    logs.of(application, means + "-filling", round),
                    added,
                    step.commands(),
                    caches);
        }
        return List.of(
                run(application, means, round, logs.of(application, means, round), added, step.commands(), caches));
    }

    private AdviceTrial run(
            AdvisedApplication application,
            String treatment,
            int round,
            Path log,
            Map<String, String> added,
            List<String> before,
            Optional<CacheDirectories> caches)
            throws IOException, InterruptedException {
        String title = "round " + round + ", " + application.id() + ", " + treatment;
        progress.step(0, title);
        cluster.evictPageCache();
        if (caches.isPresent()) {
            caches.get().dropFromMemory();
        }
        control.awaitCold(List.of(input.path()));
        for (String command : before) {
            logs.shell().run(command);
        }
        DeviceCounters counters = cluster.counters();
        long link = input.bytesFromS3();
        Path file = directory.resolve("result");
        load.begin();
        RunningSparkApp.Outcome outcome =
                cluster.run(input.app(application, log, added, file).limit(LIMIT));
        load.end(title);
        if (outcome.exitCode() != 0) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE,
                    title + ": ended with exit code " + outcome.exitCode() + "; its log is " + outcome.log());
        }
        DeviceCounters served = cluster.counters().since(counters);
        control.letGo(added.containsKey(JOB) ? List.of(added.get(JOB)) : List.of());
        String[] result = Files.readString(file, StandardCharsets.US_ASCII).split(" ");
        double seconds = Double.parseDouble(result[0]);
        progress.step(1, "%s: %.1f s".formatted(title, seconds));
        return new AdviceTrial(
                application,
                treatment,
                round,
                seconds,
                logs.seconds(log, application) - seconds,
                Map.of(
                        JobTrial.SSD,
                        served.of("SSD").deviceBytes(),
                        JobTrial.HDD,
                        served.of("DISK").deviceBytes(),
                        JobTrial.PAGE_CACHE,
                        served.memoryBytes(),
                        LINK,
                        input.bytesFromS3() - link),
                result[1]);
    }

    @Override
    public void close() {
        control.close();
    }
}

package io.tiercel.demo.slownode;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MachineRequirements;
import io.tiercel.demo.report.ReportFiles;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.demo.run.MachineLoad;
import io.tiercel.demo.run.RunOrder;
import io.tiercel.demo.slownode.SlowNodeReport.MigrationTrial;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The scene <em>one slow node</em>. Each binder has an HDFS of its own, and all of them work side by side: a coordinator's binder is fixed
 * when it starts, and Ignem's runs would take longer than all others together.
 */
public final class SlowNodeScene {
    /** DYRS first: its rounds are what the scene is about. */
    static final List<String> BINDERS = List.of("dyrs", "naive", "ignem");

    /** A binder as the documentation names it. */
    static String label(String binder) {
        return switch (binder) {
            case "dyrs" -> "late binding";
            case "ignem" -> "Ignem";
            default -> binder;
        };
    }

    private final DemoSettings settings;
    private final List<InterferencePattern> patterns;
    private final PrintStream out;
    private final MachineLoad load = new MachineLoad();
    private final Instant started = Instant.now();
    private final List<MigrationTrial> trials = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean enough;

    public SlowNodeScene(DemoSettings settings, PrintStream out) {
        this.settings = settings;
        this.patterns = settings.quick()
                ? List.of(InterferencePattern.NONE, InterferencePattern.ALWAYS)
                : Arrays.asList(InterferencePattern.values());
        this.out = out;
    }

    public int run() throws IOException, InterruptedException {
        Path directory =
                Files.createDirectories(settings.out()).toAbsolutePath().normalize();
        MachineRequirements.requireRoomForHdfs(settings, BINDERS.size(), directory);
        out.printf(
                "Starting %d HDFS side by side, one for each binder: %d nodes each, HDD %s/s%n",
                BINDERS.size(), settings.nodes(), settings.hdd());
        ExecutorService threads = Executors.newFixedThreadPool(BINDERS.size());
        List<BinderCluster> clusters = Collections.synchronizedList(new ArrayList<>());
        try {
            all(
                    threads,
                    BINDERS.stream()
                            .map(binder -> start(binder, directory, clusters))
                            .toList());
            load.begin();
            measure(threads, clusters);
            load.end("all runs, side by side");
        } catch (RuntimeException e) {
            clusters.forEach(each -> each.cluster.keepLogs());
            throw e;
        } finally {
            threads.shutdownNow();
            clusters.forEach(BinderCluster::close);
        }
        SceneReport report = load.in(new SlowNodeReport(settings, patterns, List.copyOf(trials)).report())
                .build(started);
        ReportFiles.show(report, directory, out);
        return ExitCodes.OK;
    }

    private Callable<Void> start(String binder, Path directory, List<BinderCluster> started) {
        return () -> {
            started.add(BinderCluster.start(settings, binder, directory.resolve("cluster-" + binder)));
            return null;
        };
    }

    private void measure(ExecutorService threads, List<BinderCluster> clusters) throws InterruptedException {
        long total = (long) patterns.size() * (settings.rounds() + BINDERS.size() - 1);
        try (ProgressDisplay progress = ProgressDisplay.of(out, "Bringing data into memory", " runs", total)) {
            List<Callable<Void>> work = clusters.stream()
                    .map(cluster -> (Callable<Void>) () -> {
                        boolean main = cluster.binder.equals(BINDERS.get(0));
                        rounds(cluster, main, progress);
                        enough |= main;
                        return null;
                    })
                    .toList();
            all(threads, work);
        }
    }

    /** The baselines run every pattern once at least, and more as long as DYRS' rounds last. */
    private void rounds(BinderCluster cluster, boolean main, ProgressDisplay progress) throws InterruptedException {
        for (int round = 1; main ? round <= settings.rounds() : !enough || round == 1; round++) {
            for (InterferencePattern pattern : RunOrder.order(patterns, round, settings.seed())) {
                if (!main && enough && round > 1) {
                    return;
                }
                MigrationTrial trial = cluster.run(round, pattern);
                trials.add(trial);
                progress.step(
                        main || round == 1 ? 1 : 0,
                        "%s, %s: %.1f s".formatted(label(cluster.binder), pattern.title, trial.seconds()));
            }
        }
    }

    private static void all(ExecutorService threads, List<Callable<Void>> work) throws InterruptedException {
        for (Future<Void> part : threads.invokeAll(work)) {
            try {
                part.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException known) {
                    throw known;
                }
                throw new CommandFailure(ExitCodes.NEGATIVE, String.valueOf(e.getCause()));
            }
        }
    }
}

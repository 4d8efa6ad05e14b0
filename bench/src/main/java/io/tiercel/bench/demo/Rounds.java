package io.tiercel.bench.demo;

import io.tiercel.bench.demo.jobs.DemoJob;
import io.tiercel.bench.demo.jobs.JobResult;
import io.tiercel.bench.demo.report.Trial;
import io.tiercel.bench.demo.world.Application;
import io.tiercel.bench.demo.world.DemoSettings;
import io.tiercel.bench.demo.world.JobRuns;
import io.tiercel.bench.demo.world.Progress;
import io.tiercel.bench.demo.world.Rotation;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs every job under every policy, round after round, one application for each policy and round. */
final class Rounds {
    private final DemoSettings settings;
    private final TieredCluster cluster;
    private final Application.DataPaths paths;
    private final Path records;
    private final Progress progress;
    private final List<Trial> trials = new ArrayList<>();

    Rounds(DemoSettings settings, TieredCluster cluster, Application.DataPaths paths, Path records, Progress progress) {
        this.settings = settings;
        this.cluster = cluster;
        this.paths = paths;
        this.records = records;
        this.progress = progress;
    }

    List<Trial> run() throws IOException {
        List<String> jobs = settings.jobs().stream().map(DemoJob::id).toList();
        try (JobRuns runs = JobRuns.on(cluster, records, progress, JobRuns.cold(cluster))) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (String policy : Rotation.order(settings.policies(), round, settings.seed())) {
                    Application application = new Application(settings, policy, paths, records, jobs, Map.of());
                    for (JobRuns.Measured each :
                            runs.run("round " + round + ", " + policy, application::app, jobs.size())) {
                        trials.add(trial(round, policy, each));
                    }
                }
            }
        }
        return List.copyOf(trials);
    }

    private static Trial trial(int round, String policy, JobRuns.Measured measured) {
        JobResult result = measured.result();
        return new Trial(
                round,
                policy,
                result.job(),
                result.seconds(),
                result.taskSeconds(),
                measured.tiers(),
                measured.servedBytes(),
                result.rows(),
                result.sha256());
    }
}

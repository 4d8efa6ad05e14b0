package io.tiercel.demo.placement;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.jobs.JobMeasurement;
import io.tiercel.demo.jobs.TpchJob;
import io.tiercel.demo.run.DemoProgress;
import io.tiercel.demo.run.JobApplication;
import io.tiercel.demo.run.JobRunner;
import io.tiercel.demo.run.RunOrder;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs every job under every policy, round after round, one application for each policy and round. */
final class PlacementRounds {
    private final DemoSettings settings;
    private final TieredCluster cluster;
    private final JobApplication.DataPaths paths;
    private final Path records;
    private final DemoProgress progress;
    private final List<PlacementTrial> trials = new ArrayList<>();

    PlacementRounds(
            DemoSettings settings,
            TieredCluster cluster,
            JobApplication.DataPaths paths,
            Path records,
            DemoProgress progress) {
        this.settings = settings;
        this.cluster = cluster;
        this.paths = paths;
        this.records = records;
        this.progress = progress;
    }

    List<PlacementTrial> run() throws IOException {
        List<String> jobs = settings.jobs().stream().map(TpchJob::id).toList();
        try (JobRunner runs = JobRunner.on(cluster, records, progress, JobRunner.cold(cluster))) {
            for (int round = 1; round <= settings.rounds(); round++) {
                for (String policy : RunOrder.order(settings.policies(), round, settings.seed())) {
                    JobApplication application = new JobApplication(settings, policy, paths, records, jobs, Map.of());
                    for (JobRunner.Measured each :
                            runs.run("round " + round + ", " + policy, application::app, jobs.size())) {
                        trials.add(trial(round, policy, each));
                    }
                }
            }
        }
        return List.copyOf(trials);
    }

    private static PlacementTrial trial(int round, String policy, JobRunner.Measured measured) {
        JobMeasurement result = measured.result();
        return new PlacementTrial(
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

package io.tiercel.demo.hadoop;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PluginJars;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.client.TiercelClient;
import io.tiercel.demo.cluster.Await;
import io.tiercel.demo.cluster.MemoryControl;
import io.tiercel.demo.jobs.ResultDigest;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.YarnCluster;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Submits the jobs of a replay at their times, waits for their ends, and reads what they have done. */
final class ReplayRunner {
    private static final String OUTPUT = "/replay-output/";
    private static final Set<YarnApplicationState> ENDED =
            EnumSet.of(YarnApplicationState.FINISHED, YarnApplicationState.FAILED, YarnApplicationState.KILLED);
    private static final Duration LEASE = Duration.ofMinutes(30);

    private final TieredCluster cluster;
    private final YarnCluster yarn;
    private final String coordinator;
    private final java.nio.file.Path records;
    private final MemoryControl control;
    private final ProgressDisplay progress;

    /**
     * @param coordinator its address
     * @param records where masters write their decisions
     */
    ReplayRunner(
            TieredCluster cluster,
            YarnCluster yarn,
            String coordinator,
            java.nio.file.Path records,
            MemoryControl control,
            ProgressDisplay progress) {
        this.cluster = cluster;
        this.yarn = yarn;
        this.coordinator = coordinator;
        this.records = records;
        this.control = control;
        this.progress = progress;
    }

    private record Submitted(ReplayJob job, ApplicationId application) {}

    /** Runs all jobs over cold data. */
    List<ReplayTrial> run(int round, HadoopTreatment treatment, JobReplay replay)
            throws IOException, InterruptedException {
        progress.step(0, "round " + round + ", " + treatment.id());
        FileSystem files = cluster.fileSystem();
        files.delete(new Path(OUTPUT), true);
        cluster.evictPageCache();
        control.awaitCold(replay.jobs().stream().map(ReplayJob::input).toList());
        List<ReplayTrial> trials = new ArrayList<>();
        try (YarnClient client = client()) {
            for (Submitted each : submit(treatment, replay)) {
                awaitEnd(client, each);
                ReplayTrial trial = trial(files, round, treatment, each);
                trials.add(trial);
                progress.step(
                        1,
                        "round %d, %s, %s: %.1f s"
                                .formatted(round, treatment.id(), each.job().name(), trial.seconds()));
            }
        }
        control.letGo(replay.jobs().stream().map(ReplayJob::name).toList());
        return trials;
    }

    private YarnClient client() {
        Configuration conf = new Configuration();
        yarn.conf().forEach(conf::set);
        YarnClient client = YarnClient.createYarnClient();
        client.init(conf);
        client.start();
        return client;
    }

    private List<Submitted> submit(HadoopTreatment treatment, JobReplay replay) throws InterruptedException {
        Map<String, String> stock = yarn.mapReduceConf();
        Map<String, String> keys = new LinkedHashMap<>(stock);
        keys.putAll(treatment.keys(stock, PluginJars.ofMapReduce(), coordinator, records));
        ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
        try {
            List<ScheduledFuture<Submitted>> submissions = replay.jobs().stream()
                    .map(job -> threads.schedule(
                            () -> submit(treatment, job, keys),
                            Math.round(1000 * job.submitted()),
                            TimeUnit.MILLISECONDS))
                    .toList();
            List<Submitted> submitted = new ArrayList<>();
            for (ScheduledFuture<Submitted> each : submissions) {
                submitted.add(each.get());
            }
            return submitted;
        } catch (ExecutionException e) {
            throw new CommandFailure(ExitCodes.NEGATIVE, "cannot submit a job: " + e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private Submitted submit(HadoopTreatment treatment, ReplayJob job, Map<String, String> keys)
            throws IOException, InterruptedException {
        if (treatment.prefetches && treatment.isStock()) {
            hint(job);
        }
        return new Submitted(job, MapReduceJob.submit(job, OUTPUT + job.name(), keys));
    }

    /** As {@code tiercel hint} does for any program; Tiercel's own masters do it themselves. */
    private void hint(ReplayJob job) {
        PrefetchRequest request = PrefetchRequest.newBuilder()
                .setJob(job.name())
                .setEviction(Eviction.EVICT_AFTER_READ)
                .setLeaseMillis(LEASE.toMillis())
                .addData(TiercelClient.path(job.input()))
                .build();
        Await.given(control.client().prefetch(request));
    }

    private void awaitEnd(YarnClient client, Submitted submitted) throws IOException, InterruptedException {
        try {
            ApplicationReport report = client.getApplicationReport(submitted.application());
            // A master reports how the job has ended before it has written its last records.
            while (!ENDED.contains(report.getYarnApplicationState())) {
                TimeUnit.MILLISECONDS.sleep(200);
                report = client.getApplicationReport(submitted.application());
            }
            if (report.getFinalApplicationStatus() != FinalApplicationStatus.SUCCEEDED) {
                throw new CommandFailure(
                        ExitCodes.NEGATIVE,
                        "the job %s has not succeeded: %s"
                                .formatted(
                                        submitted.job().name(),
                                        report.getDiagnostics().strip()));
            }
        } catch (YarnException e) {
            throw new CommandFailure(ExitCodes.NEGATIVE, "the ResourceManager cannot be asked: " + e.getMessage());
        }
    }

    private ReplayTrial trial(FileSystem files, int round, HadoopTreatment treatment, Submitted submitted)
            throws IOException {
        ReplayJob job = submitted.job();
        String id = submitted.application().toString().replace("application", "job");
        JobHistory history = JobHistory.read(files, yarn.mapReduceConf().get("yarn.app.mapreduce.am.staging-dir"), id)
                .orElseThrow(() -> new CommandFailure(
                        ExitCodes.NEGATIVE, "the job " + job.name() + " has left no history in HDFS"));
        List<BlockLocation> blocks = JobHistory.blocks(files, job.input());
        List<TaskAttemptInfo> maps = history.maps();
        int local = 0;
        int ssd = 0;
        double mapSeconds = 0;
        for (int i = 0; i < maps.size(); i++) {
            String host = maps.get(i).getHostname();
            local += JobHistory.isLocal(blocks.get(i), host) ? 1 : 0;
            ssd += JobHistory.isOnSsd(blocks.get(i), host) ? 1 : 0;
            mapSeconds += JobHistory.seconds(maps.get(i));
        }
        return new ReplayTrial(
                round,
                treatment,
                job.name(),
                job.sizeClass(),
                maps.size(),
                local,
                ssd,
                history.counted(),
                history.seconds(),
                mapSeconds,
                history.taskSeconds(),
                digest(files, OUTPUT + job.name()));
    }

    private static String digest(FileSystem files, String output) throws IOException {
        List<String> lines = new ArrayList<>();
        for (FileStatus part : files.globStatus(new Path(output, "part-*"))) {
            try (InputStream in = files.open(part.getPath())) {
                new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
            }
        }
        return ResultDigest.of(lines).sha256();
    }
}

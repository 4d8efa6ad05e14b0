package io.tiercel.demo.sharedstorage;

import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.cluster.SceneData;
import io.tiercel.demo.data.TpchDataset.Content;
import io.tiercel.demo.jobs.SharedStorageJobs;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.run.JobApplication;
import io.tiercel.demo.run.JobRunner;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.demo.run.RunOrder;
import io.tiercel.demo.run.SparkScene;
import io.tiercel.demo.sharedstorage.MixReport.MixTrial;
import io.tiercel.demo.sharedstorage.SharedStorage.LinkUse;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.s3.S3Server;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/** MixApart's mixes of two jobs (table 1). Each job counts half of the lines; caches hold one half before, or nothing. */
public final class MixScene extends SparkScene {
    private static final String INPUT = "/lines";
    private static final int WARM_UP_MIB = 1;

    /** The half of the input that caches hold in some mixes. */
    private static final String HELD = "held";

    /** The other half. */
    private static final String REST = "rest";

    private record Run(JobMix mix, MixTreatment treatment) {}

    private final LinkSettings link;
    private final List<JobMix> mixes;

    /** @param link to shared storage */
    public MixScene(DemoSettings settings, LinkSettings link, List<JobMix> mixes, PrintStream out) {
        // Agents bring nothing in.
        super(settings, out, MemoryTierConfig.withBudget(0));
        this.link = link;
        this.mixes = List.copyOf(mixes);
    }

    @Override
    protected ReportBuilder measure(DemoCluster demo, Path records) throws IOException, InterruptedException {
        SceneData inHdfs = SceneData.write(demo, settings, INPUT, Content.LINES, WARM_UP_MIB, out);
        Path directory = Files.createDirectories(demo.cluster().workDir().resolve("shared-storage"));
        List<Run> runs = mixes.stream()
                .flatMap(mix -> List.of(MixTreatment.values()).stream().map(treatment -> new Run(mix, treatment)))
                .toList();
        List<MixTrial> trials = new ArrayList<>();
        try (SharedStorage storage = SharedStorage.start(directory.resolve("objects"), link)) {
            halve(demo.cluster().fileSystem(), inHdfs);
            storage.put(
                    demo.cluster().fileSystem(),
                    List.of(half(inHdfs, HELD), half(inHdfs, REST), SharedStorage.lines(inHdfs.warmUp())),
                    out);
            int jobs = settings.rounds() * runs.size() + 1;
            try (ProgressDisplay progress = ProgressDisplay.of(out, "Running", " jobs", jobs);
                    Mixes mixing = new Mixes(demo, records, storage, inHdfs, directory, progress)) {
                mixing.fill();
                for (int round = 1; round <= settings.rounds(); round++) {
                    for (Run run : RunOrder.order(runs, round, settings.seed())) {
                        trials.add(mixing.run(round, run));
                    }
                }
            }
        }
        return new MixReport(settings, link, trials).report();
    }

    private static org.apache.hadoop.fs.Path half(SceneData data, String name) {
        return SharedStorage.lines(data.root() + "/" + name);
    }

    /** Moves every other file into one half, and the rest into the other. */
    private static void halve(FileSystem files, SceneData data) throws IOException {
        int number = 0;
        for (FileStatus file : files.listStatus(data.lines())) {
            org.apache.hadoop.fs.Path half = half(data, number++ % 2 == 0 ? HELD : REST);
            files.mkdirs(half);
            if (!files.rename(
                    file.getPath(),
                    new org.apache.hadoop.fs.Path(half, file.getPath().getName()))) {
                throw new IOException("cannot move " + file.getPath() + " to " + half);
            }
        }
    }

    /** Runs the scene's applications, one at a time. */
    private final class Mixes implements AutoCloseable {
        private final DemoCluster demo;
        private final Path records;
        private final SharedStorage storage;
        private final SceneData inHdfs;
        private final SceneData onS3;
        private final Path directory;
        private final CacheDirectories filled;
        private final JobRunner runner;
        private final List<Path> s3aJars = S3Server.s3aJars();
        private CacheDirectories caches;
        private LinkUse before = new LinkUse(0, 0, 0, 0);

        Mixes(
                DemoCluster demo,
                Path records,
                SharedStorage storage,
                SceneData inHdfs,
                Path directory,
                ProgressDisplay progress)
                throws IOException {
            this.demo = demo;
            this.records = records;
            this.storage = storage;
            this.inHdfs = inHdfs;
            this.onS3 = SharedStorage.below(SharedStorage.uri(""), inHdfs);
            this.directory = directory;
            this.filled = new CacheDirectories(directory.resolve("caches-filled"));
            this.caches = filled;
            this.runner = new JobRunner(demo.cluster(), records, progress, load, this::prepare);
        }

        private DeviceCounters prepare(int job) throws IOException {
            demo.cluster().evictPageCache();
            caches.dropFromMemory();
            before = storage.use();
            return demo.cluster().counters();
        }

        /** Brings one half of the input into caches, which others start with copies of. */
        void fill() {
            Map<String, String> more = new LinkedHashMap<>(storage.applicationKeys());
            more.put("spark.tiercel.cache.directory", filled.applicationKey());
            runner.run(
                    "filling caches",
                    application("tiercel", onS3, SparkJob.COMPUTE.id() + "@fill@" + HELD, more, s3aJars));
        }

        MixTrial run(int round, Run run) throws IOException {
            caches = new CacheDirectories(directory.resolve("caches-" + round + "-"
                    + run.mix().id() + "-" + run.treatment().id()));
            boolean startsFilled = run.mix().jobs().stream().anyMatch(JobMix.MixedJob::isCached);
            if (run.treatment().isCached() && startsFilled) {
                filled.copyTo(caches);
            }
            String title = "round " + round + ", " + run.mix().label() + ", " + run.treatment().label;
            JobRunner.Measured measured = runner.run(title, application(run)).get(0);
            LinkUse use = storage.use().since(before);
            Map<String, Double> seconds = measured.job().groupSeconds();
            return new MixTrial(
                    run.mix(),
                    run.treatment(),
                    seconds.get(SharedStorageJobs.NAMES.get(0)),
                    seconds.get(SharedStorageJobs.NAMES.get(1)),
                    use,
                    JobTrial.of(round, measured));
        }

        private JobApplication application(Run run) {
            JobMix mix = run.mix();
            Map<String, String> more = new LinkedHashMap<>(storage.applicationKeys());
            more.put(SharedStorageJobs.FIRST_COMPUTING, Integer.toString(mix.first.intensity().computingMillis));
            more.put(SharedStorageJobs.SECOND_COMPUTING, Integer.toString(mix.second.intensity().computingMillis));
            // Where neither job's input is in caches, the first has the half that could be.
            String first = mix.first.part(HELD, mix.second.isCached() ? REST : HELD);
            more.put(SharedStorageJobs.PARTS, first + "," + (first.equals(HELD) ? REST : HELD));
            more.put("spark.scheduler.mode", mix.isFair ? "FAIR" : "FIFO");
            MixTreatment treatment = run.treatment();
            String policy = DemoSettings.BASELINE;
            if (treatment.isCached()) {
                policy = "tiercel";
                more.put("spark.tiercel.cache.directory", caches.applicationKey());
                more.put("spark.tiercel.cache.prefetch", Boolean.toString(treatment == MixTreatment.PREFETCH));
            } else {
                more.put(
                        "spark.hadoop.fs.s3a.input.stream.type",
                        treatment == MixTreatment.ANALYTICS ? "analytics" : "classic");
            }
            boolean isInHdfs = treatment == MixTreatment.HDFS;
            return application(
                    policy, isInHdfs ? inHdfs : onS3, SparkJob.MIX.id(), more, isInHdfs ? List.of() : s3aJars);
        }

        private JobApplication application(
                String policy, SceneData data, String job, Map<String, String> more, List<Path> jars) {
            return new JobApplication(settings, policy, data, records, List.of(job), more, jars);
        }

        @Override
        public void close() {
            runner.close();
        }
    }
}

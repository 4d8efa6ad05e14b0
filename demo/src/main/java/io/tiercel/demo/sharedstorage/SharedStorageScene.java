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
import io.tiercel.demo.sharedstorage.SharedStorage.LinkUse;
import io.tiercel.demo.sharedstorage.SharedStorageReport.SharedStorageTrial;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.s3.S3Server;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** One application for each job, over the same lines on S3 and in HDFS. */
public final class SharedStorageScene extends SparkScene {
    private static final String COPIES = "/copied";
    private static final int WARM_UP_MIB = 1;

    /** Treatments of one intensity that run one after the other. */
    private record Sequence(JobIntensity intensity, List<SharedStorageTreatment> treatments) {}

    private final LinkSettings link;
    private final List<JobIntensity> intensities;
    private final List<Sequence> sequences;

    /**
     * @param link to shared storage
     * @param intensities the jobs
     * @param treatments to play; others are played if these need what they leave in the caches
     */
    public SharedStorageScene(
            DemoSettings settings,
            LinkSettings link,
            List<JobIntensity> intensities,
            Set<SharedStorageTreatment> treatments,
            PrintStream out) {
        // Agents bring nothing in.
        super(settings, out, MemoryTierConfig.withBudget(0));
        this.link = link;
        this.intensities = List.copyOf(intensities);
        this.sequences = SharedStorageTreatment.sequences(treatments).stream()
                .flatMap(sequence -> intensities.stream().map(intensity -> new Sequence(intensity, sequence)))
                .toList();
    }

    @Override
    protected ReportBuilder measure(DemoCluster demo, Path records) throws IOException, InterruptedException {
        Map<Content, SceneData> inHdfs = new EnumMap<>(Content.class);
        List<org.apache.hadoop.fs.Path> directories = new ArrayList<>();
        for (JobIntensity intensity : intensities) {
            Content content = intensity.content;
            if (!inHdfs.containsKey(content)) {
                SceneData data = SceneData.write(
                        demo, settings, "/" + content.name().toLowerCase(Locale.ROOT), content, WARM_UP_MIB, out);
                inHdfs.put(content, data);
                directories.add(new org.apache.hadoop.fs.Path(data.root() + intensity.directory()));
                directories.add(new org.apache.hadoop.fs.Path(data.warmUp() + intensity.directory()));
            }
        }
        Path directory = demo.cluster().workDir().resolve("shared-storage");
        long jobs = settings.rounds()
                * sequences.stream()
                        .flatMap(each -> each.treatments().stream())
                        .mapToLong(SharedStorageTreatment::jobs)
                        .sum();
        List<SharedStorageTrial> trials = new ArrayList<>();
        try (SharedStorage storage =
                SharedStorage.start(Files.createDirectories(directory).resolve("objects"), link)) {
            List<Long> lengths = storage.put(demo.cluster().fileSystem(), directories, out);
            Map<Content, Long> inputs = new EnumMap<>(Content.class);
            for (Content content : inHdfs.keySet()) {
                inputs.put(content, lengths.get(2 * inputs.size()));
            }
            try (ProgressDisplay progress = ProgressDisplay.of(out, "Running", " jobs", jobs);
                    Round runs = new Round(demo, records, storage, inHdfs, progress)) {
                for (int round = 1; round <= settings.rounds(); round++) {
                    for (Sequence sequence : RunOrder.order(sequences, round, settings.seed())) {
                        Path caches = directory.resolve(
                                "caches-" + round + "-" + sequence.intensity().id() + "-"
                                        + sequence.treatments().get(0).id());
                        for (SharedStorageTreatment treatment : sequence.treatments()) {
                            trials.add(runs.run(
                                    round,
                                    sequence.intensity(),
                                    treatment,
                                    new CacheDirectories(caches),
                                    inputs.get(sequence.intensity().content)));
                        }
                    }
                }
            }
        }
        return new SharedStorageReport(settings, link, trials).report();
    }

    /** Runs the scene's applications, one at a time. */
    private final class Round implements AutoCloseable {
        private final DemoCluster demo;
        private final Path records;
        private final SharedStorage storage;
        private final Map<Content, SceneData> written;
        private final JobRunner runner;
        private final List<Path> s3aJars = S3Server.s3aJars();
        private CacheDirectories caches = new CacheDirectories(Path.of("none"));
        private LinkUse before = new LinkUse(0, 0, 0, 0);

        Round(
                DemoCluster demo,
                Path records,
                SharedStorage storage,
                Map<Content, SceneData> written,
                ProgressDisplay progress)
                throws IOException {
            this.demo = demo;
            this.records = records;
            this.storage = storage;
            this.written = written;
            this.runner = new JobRunner(demo.cluster(), records, progress, load, this::prepare);
        }

        /** An application's second job counts what its first has copied, as that has left it. */
        private DeviceCounters prepare(int job) throws IOException {
            if (job == 0) {
                demo.cluster().evictPageCache();
                caches.dropFromMemory();
                before = storage.use();
            }
            return demo.cluster().counters();
        }

        SharedStorageTrial run(
                int round,
                JobIntensity intensity,
                SharedStorageTreatment treatment,
                CacheDirectories nodes,
                long inputBytes)
                throws IOException {
            caches = nodes;
            if (treatment.isCached()) {
                caches.keep(treatment.kept());
            }
            String title = "round " + round + ", " + intensity.label + ", " + treatment.label;
            List<JobRunner.Measured> measured = runner.run(title, application(intensity, treatment));
            LinkUse use = storage.use().since(before);
            demo.cluster().fileSystem().delete(new org.apache.hadoop.fs.Path(COPIES), true);
            JobRunner.Measured counted = measured.get(measured.size() - 1);
            double copying = measured.size() == 1 ? 0 : measured.get(0).job().seconds();
            return new SharedStorageTrial(treatment, intensity, inputBytes, copying, use, JobTrial.of(round, counted));
        }

        private JobApplication application(JobIntensity intensity, SharedStorageTreatment treatment) {
            Map<String, String> more = new LinkedHashMap<>(storage.applicationKeys());
            more.put(SharedStorageJobs.COMPUTING, Integer.toString(intensity.computingMillis));
            List<String> jobs = new ArrayList<>(List.of(intensity.job.id()));
            SceneData inHdfs = written.get(intensity.content);
            SceneData data = inHdfs;
            switch (treatment) {
                case HDFS -> {}
                case INGEST -> {
                    String copies = demo.cluster().hdfsUri() + COPIES;
                    more.put(SharedStorageJobs.COPY_FROM, SharedStorage.uri(""));
                    more.put(SharedStorageJobs.COPY_INTO, copies);
                    more.put(SharedStorageJobs.COPIED, intensity.directory().substring(1));
                    jobs.add(0, SparkJob.COPY.id());
                    data = SharedStorage.below(copies, inHdfs);
                }
                default -> data = SharedStorage.below(SharedStorage.uri(""), inHdfs);
            }
            if (treatment.isCached()) {
                more.put("spark.tiercel.cache.directory", caches.applicationKey());
                more.put("spark.tiercel.cache.prefetch", Boolean.toString(treatment.isPrefetched()));
                more.put("spark.tiercel.cache.placement", treatment.isByAffinity() ? "affinity" : "plan");
            } else {
                String stream = treatment == SharedStorageTreatment.ANALYTICS ? "analytics" : "classic";
                more.put("spark.hadoop.fs.s3a.input.stream.type", stream);
            }
            List<Path> jars = treatment == SharedStorageTreatment.HDFS ? List.of() : s3aJars;
            return new JobApplication(settings, treatment.policy(), data, records, jobs, more, jars);
        }

        @Override
        public void close() {
            runner.close();
        }
    }
}

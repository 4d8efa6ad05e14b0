package io.tiercel.demo.sharedstorage;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
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
import io.tiercel.demo.run.RunOrder;
import io.tiercel.demo.run.SparkScene;
import io.tiercel.demo.sharedstorage.ForegroundReader.Demand;
import io.tiercel.demo.sharedstorage.IsolationReport.IsolationTrial;
import io.tiercel.demo.sharedstorage.SharedStorage.LinkUse;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.s3.S3Server;
import io.tiercel.testkit.s3.SharedLink;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Another program reads S3 while a job prefetches its input (MixApart, section 8.2 and figure 10). All slots are occupied meanwhile, so only
 * prefetches read: tasks that read by themselves are bounded by nothing.
 */
public final class IsolationScene extends SparkScene {
    /** Enough that prefetches without a bound last for both measurements. */
    public static final String DATA = "320m";

    private static final String INPUT = "/lines";
    private static final int WARM_UP_MIB = 1;

    /** A measurement takes a whole period of time slices, so it has one slice, wherever it begins. */
    private static final double SECONDS = 5;

    private static final double QUICK_SECONDS = 1.5;

    /** Most seconds until the first prefetch: a period, and the time to ask for orders. */
    private static final double START_SECONDS = 6;

    private final LinkSettings link;
    private final double seconds;

    /** @param link to shared storage */
    public IsolationScene(DemoSettings settings, LinkSettings link, PrintStream out) {
        // Agents bring nothing in.
        super(settings, out, MemoryTierConfig.withBudget(0));
        this.link = link;
        this.seconds = settings.quick() ? QUICK_SECONDS : SECONDS;
    }

    @Override
    protected ReportBuilder measure(DemoCluster demo, Path records) throws IOException, InterruptedException {
        SceneData inHdfs = SceneData.write(demo, settings, INPUT, Content.LINES, WARM_UP_MIB, out);
        Path directory = Files.createDirectories(demo.cluster().workDir().resolve("shared-storage"));
        List<IsolationTreatment> treatments = List.of(IsolationTreatment.values());
        List<IsolationTrial> trials = new ArrayList<>();
        List<String> results = new ArrayList<>();
        try (SharedStorage storage = SharedStorage.start(directory.resolve("objects"), link)) {
            storage.put(
                    demo.cluster().fileSystem(), List.of(inHdfs.lines(), SharedStorage.lines(inHdfs.warmUp())), out);
            storage.put("foreground", new byte[ForegroundReader.PART]);
            int jobs = settings.rounds() * (treatments.size() - 1);
            try (ProgressDisplay progress = ProgressDisplay.of(out, "Running", " jobs", jobs);
                    Round runs = new Round(demo, records, storage, inHdfs, directory, progress)) {
                runs.warmUp();
                for (int round = 1; round <= settings.rounds(); round++) {
                    for (IsolationTreatment treatment : RunOrder.order(treatments, round, settings.seed())) {
                        trials.addAll(runs.run(round, treatment, results));
                    }
                }
            }
        }
        return new IsolationReport(settings, link, trials, results).report();
    }

    /** Runs the scene's applications, one at a time, and reads beside them. */
    private final class Round implements AutoCloseable {
        private final DemoCluster demo;
        private final Path records;
        private final SharedStorage storage;
        private final SceneData onS3;
        private final Path directory;
        private final JobRunner runner;
        private final ForegroundReader reader;
        private final List<Path> s3aJars = S3Server.s3aJars();

        /** The measurement beside the application that runs. */
        private CompletableFuture<List<IsolationTrial>> measured = new CompletableFuture<>();

        private Runnable whenReady = () -> {};

        Round(
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
            this.onS3 = SharedStorage.below(SharedStorage.uri(""), inHdfs);
            this.directory = directory;
            this.reader = new ForegroundReader(storage.overLink("foreground"));
            this.runner = new JobRunner(demo.cluster(), records, progress, load, this::prepare);
        }

        private DeviceCounters prepare(int job) {
            whenReady.run();
            return demo.cluster().counters();
        }

        /** The first requests load code. */
        void warmUp() throws IOException {
            reader.read(0, 1);
        }

        List<IsolationTrial> run(int round, IsolationTreatment treatment, List<String> results) throws IOException {
            if (treatment == IsolationTreatment.ALONE) {
                return readBoth(round, treatment);
            }
            measured = new CompletableFuture<>();
            whenReady = () -> start(round, treatment);
            JobRunner.Measured job = runner.run(
                            "round " + round + ", " + treatment.label, application(round, treatment))
                    .get(0);
            results.add(job.job().sha256());
            if (!measured.isDone()) {
                throw new CommandFailure(
                        ExitCodes.NEGATIVE, "the job with " + treatment.label + " ended before all was measured");
            }
            try {
                return measured.join();
            } catch (CompletionException e) {
                throw new CommandFailure(ExitCodes.NEGATIVE, String.valueOf(e.getCause()));
            }
        }

        private void start(int round, IsolationTreatment treatment) {
            LinkUse before = storage.use();
            CompletableFuture<List<IsolationTrial>> result = measured;
            Thread thread = new Thread(
                    () -> {
                        try {
                            // Lists and HEADs come first; a GET is a prefetch.
                            await(() -> storage.use().gets() > before.gets());
                            result.complete(readBoth(round, treatment));
                        } catch (IOException | RuntimeException e) {
                            result.completeExceptionally(e);
                        }
                    },
                    "foreground reader");
            thread.setDaemon(true);
            thread.start();
        }

        private void await(BooleanSupplier condition) {
            long end = System.nanoTime() + (long) (START_SECONDS * TimeUnit.SECONDS.toNanos(1));
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() > end) {
                    throw new IllegalStateException("expected a prefetch within " + START_SECONDS + " s");
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }

        private List<IsolationTrial> readBoth(int round, IsolationTreatment treatment) throws IOException {
            List<IsolationTrial> both = new ArrayList<>();
            for (Demand demand : Demand.values()) {
                LinkUse before = storage.use();
                storage.takePeaks();
                double rate = reader.read(demand.rate(link.bytesPerSecond()), seconds);
                SharedLink.Peaks peaks = storage.takePeaks();
                LinkUse use = storage.use().since(before);
                both.add(new IsolationTrial(
                        round, treatment, demand, rate, use.bytes() / seconds, peaks.bytes(), peaks.requests()));
            }
            return both;
        }

        private JobApplication application(int round, IsolationTreatment treatment) {
            Map<String, String> more = new LinkedHashMap<>(storage.applicationKeys());
            CacheDirectories caches = new CacheDirectories(directory.resolve("caches-" + round + "-" + treatment.id()));
            double occupied = START_SECONDS + Demand.values().length * seconds + 2;
            long computing =
                    Math.round(Math.ceil(1000 * occupied / (settings.size().bytes() >> 20)));
            more.put(SharedStorageJobs.COMPUTING, Long.toString(computing));
            more.put("spark.tiercel.cache.directory", caches.applicationKey());
            more.put("spark.tiercel.cache.prefetch", "true");
            more.putAll(treatment.keys(link.bytesPerSecond()));
            return new JobApplication(
                    settings, "tiercel", onS3, records, List.of(SparkJob.OCCUPIED.id()), more, s3aJars);
        }

        @Override
        public void close() {
            runner.close();
        }
    }
}

package io.tiercel.demo.slownode;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.client.Answer;
import io.tiercel.client.TiercelClient;
import io.tiercel.demo.cluster.Await;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryControl;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.slownode.SlowNodeReport.MigrationTrial;
import io.tiercel.demo.slownode.SlowNodeReport.MigrationTrial.Moment;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.DeviceState;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.StatusReply;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;

/** HDFS on slow HDDs alone, with a coordinator that chooses replicas in one way. */
final class BinderCluster implements AutoCloseable {
    private static final String HDD = "DISK";
    private static final String DATA = "/cold";
    private static final long SAMPLE_MILLIS = 500;
    private static final long LEASE_MILLIS = TimeUnit.MINUTES.toMillis(30);
    private static final int WARM_UP_BLOCKS = 2;

    private final DemoSettings settings;
    final String binder;
    final DemoCluster cluster;
    private final TiercelClient client;

    private BinderCluster(DemoSettings settings, String binder, DemoCluster cluster, TiercelClient client) {
        this.settings = settings;
        this.binder = binder;
        this.cluster = cluster;
        this.client = client;
    }

    static BinderCluster start(DemoSettings settings, String binder, Path directory) throws InterruptedException {
        MemoryTierConfig memory =
                MemoryTierConfig.withBudget(settings.size().bytes()).key("tiercel.coordinator.binder", binder);
        DemoCluster cluster = DemoCluster.start(
                DemoCluster.builder(settings, memory).storagePolicy("HOT").withoutSpark(), directory);
        TiercelClient client = memory.client();
        BinderCluster started = new BinderCluster(settings, binder, cluster, client);
        try {
            MemoryTierConfig.awaitAgents(client, settings.nodes());
            cluster.write(started::writers);
            started.warmUp();
            return started;
        } catch (RuntimeException | InterruptedException e) {
            cluster.keepLogs();
            started.close();
            throw e;
        }
    }

    /** Files of one block, from consecutive nodes, as tasks on all nodes would write them; what is in them makes no difference. */
    private List<Callable<Void>> writers(List<FileSystem> nodes) {
        List<Callable<Void>> writers = new ArrayList<>();
        for (int i = 0; i < blocks(); i++) {
            FileSystem files = nodes.get(i % nodes.size());
            org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file(i));
            SplittableRandom random = new SplittableRandom(settings.seed() + i);
            writers.add(() -> {
                write(files, path, random);
                return null;
            });
        }
        return writers;
    }

    private void write(FileSystem files, org.apache.hadoop.fs.Path path, SplittableRandom random) throws IOException {
        byte[] content = new byte[Math.toIntExact(settings.blockSize().bytes())];
        random.nextBytes(content);
        try (FSDataOutputStream out = files.create(path, true)) {
            out.write(content);
        }
    }

    private long blocks() {
        return Math.max(1, settings.size().bytes() / settings.blockSize().bytes());
    }

    private long total() {
        return blocks() * settings.blockSize().bytes();
    }

    /** A few blocks from each node, so that every daemon has run the code that is to be measured and knows its devices. */
    private void warmUp() {
        String job = binder + "-warm-up";
        cluster.cluster().evictPageCache();
        PrefetchRequest.Builder request =
                PrefetchRequest.newBuilder().setJob(job).setLeaseMillis(LEASE_MILLIS);
        for (int i = 0; i < Math.min(WARM_UP_BLOCKS * settings.nodes(), blocks()); i++) {
            request.addData(TiercelClient.path(file(i)));
        }
        Await.given(client.prefetch(request.build()));
        Await.given(client.follow(job, progress -> {}));
        MemoryControl.letGo(client, List.of(job));
    }

    private static String file(int number) {
        return DATA + "/part-%05d".formatted(number);
    }

    MigrationTrial run(int round, InterferencePattern interference) throws InterruptedException {
        String job = "%s-%d-%s".formatted(binder, round, interference.id());
        cluster.cluster().evictPageCache();
        Map<String, Long> before = migrated(status());
        try (DeviceThrottling slowing = new DeviceThrottling(
                interference, cluster.cluster(), settings.hdd().bytes())) {
            MigrationRecording recording = new MigrationRecording(slowing.started);
            Await.given(client.prefetch(PrefetchRequest.newBuilder()
                    .setJob(job)
                    .addData(TiercelClient.path(DATA))
                    .setLeaseMillis(LEASE_MILLIS)
                    .build()));
            CompletableFuture<Answer<ProgressReply>> end = client.follow(
                    job, reply -> recording.progress(reply.getBlocks().getResidentBytes()));
            while (!end.isDone()) {
                recording.estimates(status(), settings.blockSize().bytes());
                TimeUnit.MILLISECONDS.sleep(SAMPLE_MILLIS);
            }
            requireAll(Await.given(end));
            Map<String, Long> after = migrated(status());
            after.replaceAll((host, bytes) -> bytes - before.getOrDefault(host, 0L));
            return new MigrationTrial(
                    round,
                    binder,
                    interference,
                    recording.last(),
                    interference.ideal(total(), settings.nodes(), settings.hdd().bytes()),
                    after,
                    recording.progress(),
                    recording.estimates());
        } finally {
            MemoryControl.letGo(client, List.of(job));
        }
    }

    private void requireAll(ProgressReply last) {
        if (last.getBlocks().getResidentBytes() != total()) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE,
                    "%s brought only %d of %d bytes into memory; the logs are in %s"
                            .formatted(
                                    binder,
                                    last.getBlocks().getResidentBytes(),
                                    total(),
                                    cluster.cluster().workDir().resolve("logs")));
        }
    }

    private StatusReply status() {
        return Await.given(client.status());
    }

    private static Map<String, Long> migrated(StatusReply status) {
        Map<String, Long> bytes = new TreeMap<>();
        for (AgentState agent : status.getAgentsList()) {
            hdds(agent).forEach(device -> bytes.merge(agent.getHost(), device.getMigratedBytes(), Long::sum));
        }
        return bytes;
    }

    static List<DeviceState> hdds(AgentState agent) {
        return agent.getDevicesList().stream()
                .filter(device -> device.getStorageType().equals(HDD))
                .toList();
    }

    @Override
    public void close() {
        client.close();
        cluster.close();
    }

    /** Progress and estimates of one migration over time. Safe for use by several threads. */
    private static final class MigrationRecording {
        private final long started;
        private final List<Moment> progress = new ArrayList<>();
        private final Map<String, List<Moment>> estimates = new TreeMap<>();

        /** @param started as {@link System#nanoTime} says it */
        MigrationRecording(long started) {
            this.started = started;
        }

        private double now() {
            return (System.nanoTime() - started) / 1e9;
        }

        synchronized void progress(long bytes) {
            progress.add(new Moment(now(), bytes));
        }

        /** Notes each node's estimate of the seconds that a block takes on its HDD. */
        synchronized void estimates(StatusReply status, long blockSize) {
            double now = now();
            for (AgentState agent : status.getAgentsList()) {
                hdds(agent).forEach(device -> estimates
                        .computeIfAbsent(agent.getHost(), host -> new ArrayList<>())
                        .add(new Moment(now, blockSize / device.getBytesPerSecond())));
            }
        }

        synchronized double last() {
            return progress.get(progress.size() - 1).seconds();
        }

        synchronized List<Moment> progress() {
            return List.copyOf(progress);
        }

        synchronized Map<String, List<Moment>> estimates() {
            Map<String, List<Moment>> copy = new TreeMap<>();
            estimates.forEach((host, moments) -> copy.put(host, List.copyOf(moments)));
            return copy;
        }
    }

    /** Slows a cluster's HDDs down as a pattern says, from now until it is closed; they are at full speed then. */
    private static final class DeviceThrottling implements AutoCloseable {
        private final InterferencePattern interference;
        private final TieredCluster cluster;
        private final long bandwidth;
        private final long[] current;
        /** When the pattern began, as {@link System#nanoTime} says it. */
        private final long started;

        private final Thread thread;

        /** @param bandwidth of an HDD that is not slowed down, bytes/s */
        DeviceThrottling(InterferencePattern interference, TieredCluster cluster, long bandwidth) {
            this.interference = interference;
            this.cluster = cluster;
            this.bandwidth = bandwidth;
            this.current = new long[cluster.hosts().size()];
            Arrays.fill(current, bandwidth);
            apply(0);
            this.started = System.nanoTime();
            this.thread = new Thread(this::follow, "interference");
            thread.setDaemon(true);
            thread.start();
        }

        private void follow() {
            try {
                for (double at = interference.nextChange(0);
                        at < Double.POSITIVE_INFINITY;
                        at = interference.nextChange(at)) {
                    long due = started + Math.round(at * 1e9);
                    TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
                    apply(at);
                }
            } catch (InterruptedException e) {
                // Closed.
            }
        }

        private void apply(double seconds) {
            for (int node = 0; node < cluster.hosts().size(); node++) {
                set(node, interference.slows(node, seconds) ? bandwidth / InterferencePattern.SLOWDOWN : bandwidth);
            }
        }

        /** Only what changes: a device that is set anew may run ahead for a moment. */
        private void set(int node, long bytesPerSecond) {
            if (current[node] != bytesPerSecond) {
                current[node] = bytesPerSecond;
                cluster.bandwidth(node, HDD, bytesPerSecond);
            }
        }

        @Override
        public void close() {
            thread.interrupt();
            try {
                thread.join();
            } catch (InterruptedException e) {
                // The cluster is about to end, and its devices with it.
                Thread.currentThread().interrupt();
            }
            for (int node = 0; node < cluster.hosts().size(); node++) {
                set(node, bandwidth);
            }
        }
    }
}

package io.tiercel.demo.leadtime;

import io.tiercel.client.TiercelClient;
import io.tiercel.demo.cluster.Await;
import io.tiercel.demo.cluster.MemoryControl;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;

/** Prepares the cluster for a run's job: all data is cold, then the treatment acts during its lead time. */
final class LeadTimePreparation implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long LEASE_MILLIS = TimeUnit.MINUTES.toMillis(30);
    private static final String POOL = "demo";

    private final TieredCluster cluster;
    private final DistributedFileSystem files;
    private final MemoryControl control;
    private final Path input;
    private final double need;
    private final long inputBytes;
    private String job = "";
    private OptionalLong directive = OptionalLong.empty();

    /** By name of run, since the application began, in their order: what was in memory when its job did. */
    private final Map<String, Queue<Double>> inMemory = new HashMap<>();

    /** @param need seconds in which all devices together read the input */
    LeadTimePreparation(TieredCluster cluster, MemoryTierConfig memory, Path input, double need) throws IOException {
        this.cluster = cluster;
        this.files = cluster.fileSystem();
        this.control = new MemoryControl(cluster, memory);
        this.input = input;
        this.need = need;
        this.inputBytes = files.getContentSummary(input).getLength();
        files.addCachePool(new CachePoolInfo(POOL));
    }

    /** Makes the coordinator choose replicas in another way. */
    void binder(String name) throws InterruptedException {
        control.binder(name);
    }

    /** Begins an application with this name at the coordinator. */
    void begin(String name) {
        job = name;
        inMemory.clear();
    }

    /** Returns the share for the earliest run of that name not yet returned. */
    double inMemory(String run) {
        return Objects.requireNonNull(inMemory.get(run), run).remove();
    }

    DeviceCounters prepare(String name) throws IOException, InterruptedException {
        LeadTimeRun run = LeadTimeRun.named(name);
        clear();
        cluster.evictPageCache();
        if (run.treatment() == LeadTimeTreatment.MEMORY) {
            readAllReplicas();
        }
        DeviceCounters before = cluster.counters();
        if (run.treatment() == LeadTimeTreatment.DIRECTIVES) {
            directive = OptionalLong.of(files.addCacheDirective(new CacheDirectiveInfo.Builder()
                    .setPath(input)
                    .setPool(POOL)
                    .setReplication((short) 1)
                    .build()));
        } else if (run.treatment().hints()) {
            Await.given(control.client()
                    .prefetch(PrefetchRequest.newBuilder()
                            .setJob(job)
                            .addData(TiercelClient.path(input.toUri().getPath()))
                            .setEviction(Eviction.EVICT_AFTER_READ)
                            .setLeaseMillis(LEASE_MILLIS)
                            .build()));
        }
        TimeUnit.MILLISECONDS.sleep(
                run.treatment().takesTime() ? Math.round(1_000 * run.lead().seconds(need)) : 0);
        inMemory.computeIfAbsent(name, none -> new ArrayDeque<>()).add(share(run.treatment()));
        return before;
    }

    /** Removes from memory all that the previous run left there. */
    private void clear() throws IOException, InterruptedException {
        if (directive.isPresent()) {
            files.removeCacheDirective(directive.getAsLong());
            directive = OptionalLong.empty();
            Await.until(() -> cachedBytes() == 0 && !anyCached(), LIMIT, "HDFS did not let go of what it had cached");
        }
        control.letGo(job);
    }

    private long cachedBytes() {
        try {
            long bytes = 0;
            for (var node : files.getDataNodeStats()) {
                bytes += node.getCacheUsed();
            }
            return bytes;
        } catch (IOException e) {
            throw new IllegalStateException("HDFS does not say what it has cached: " + e.getMessage(), e);
        }
    }

    /** Whether the NameNode names any block as cached. */
    private boolean anyCached() {
        try {
            RemoteIterator<LocatedFileStatus> all = files.listLocatedStatus(input);
            while (all.hasNext()) {
                for (BlockLocation block : all.next().getBlockLocations()) {
                    if (block.getCachedHosts().length > 0) {
                        return true;
                    }
                }
            }
            return false;
        } catch (IOException e) {
            throw new IllegalStateException("HDFS does not say what it has cached: " + e.getMessage(), e);
        }
    }

    private double share(LeadTimeTreatment treatment) {
        if (treatment.hints()) {
            return Await.given(control.client().status()).getJobsList().stream()
                    .filter(each -> each.getJob().equals(job))
                    .mapToDouble(state -> share(state, inputBytes()))
                    .findFirst()
                    .orElse(0);
        }
        if (treatment == LeadTimeTreatment.MEMORY) {
            return 1;
        }
        return treatment == LeadTimeTreatment.DIRECTIVES ? cachedBytes() / (double) inputBytes() : 0;
    }

    /** The share of the input in memory. Blocks that nobody wants any more count as input too. */
    static double share(JobState state, long inputBytes) {
        return state.getBlocks().getResidentBytes() / (double) inputBytes;
    }

    /** Length of the job's files, in bytes. */
    long inputBytes() {
        return inputBytes;
    }

    /** Reads every replica on every node past the DataNodes: nobody waits for a device. */
    private void readAllReplicas() throws IOException {
        byte[] buffer = new byte[1 << 20];
        try (Stream<java.nio.file.Path> all = Files.walk(cluster.workDir())) {
            for (java.nio.file.Path file :
                    all.filter(LeadTimePreparation::isBlock).toList()) {
                try (InputStream in = Files.newInputStream(file)) {
                    while (in.read(buffer) >= 0) {
                        // It is in memory now.
                    }
                }
            }
        }
    }

    private static boolean isBlock(java.nio.file.Path file) {
        return file.getFileName().toString().matches("blk_\\d+");
    }

    @Override
    public void close() {
        control.close();
    }
}

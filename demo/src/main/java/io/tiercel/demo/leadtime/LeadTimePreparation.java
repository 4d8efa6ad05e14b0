package io.tiercel.demo.leadtime;

import io.tiercel.client.TiercelClient;
import io.tiercel.demo.cluster.Await;
import io.tiercel.demo.cluster.MemoryControl;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.leadtime.LeadTimeTreatment.LeadTimeRun;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.LiveFiles;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;

/** Prepares the cluster for a run's job: all data is cold, then the treatment acts during its lead time. */
final class LeadTimePreparation implements AutoCloseable {
    private static final long LEASE_MILLIS = TimeUnit.MINUTES.toMillis(30);
    private static final String POOL = "demo";

    private final TieredCluster cluster;
    private final DistributedFileSystem files;
    private final MemoryControl control;
    private final Path input;
    private final double need;
    final long inputBytes;
    private String job = "";
    private OptionalLong directive = OptionalLong.empty();
    private List<LeadTimeRun> runs = List.of();

    /** For each run of the application, in their order: the share of the input that was in memory when its job began. */
    final List<Double> inMemory = new ArrayList<>();

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

    /** Begins an application with this name at the coordinator, and with a coordinator that chooses replicas as these runs want. */
    void begin(String name, List<LeadTimeRun> next) {
        LeadTimeTreatment treatment = next.get(0).treatment();
        if (treatment.hints()) {
            control.binder(treatment.id());
        }
        job = name;
        runs = next;
        inMemory.clear();
    }

    DeviceCounters prepare(int index) throws IOException, InterruptedException {
        LeadTimeRun run = runs.get(index);
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
        inMemory.add(share(run.treatment()));
        return before;
    }

    /** Removes from memory all that the previous run left there. */
    private void clear() throws IOException {
        if (directive.isPresent()) {
            files.removeCacheDirective(directive.getAsLong());
            directive = OptionalLong.empty();
            Await.until(() -> cachedBytes() == 0 && !anyCached(), "HDFS did not let go of what it had cached");
        }
        control.letGo(job);
    }

    private long cachedBytes() {
        return asked(() -> {
            long bytes = 0;
            for (var node : files.getDataNodeStats()) {
                bytes += node.getCacheUsed();
            }
            return bytes;
        });
    }

    private boolean anyCached() {
        return asked(() -> {
            RemoteIterator<LocatedFileStatus> all = files.listLocatedStatus(input);
            while (all.hasNext()) {
                for (BlockLocation block : all.next().getBlockLocations()) {
                    if (block.getCachedHosts().length > 0) {
                        return true;
                    }
                }
            }
            return false;
        });
    }

    private interface Question<T> {
        T ask() throws IOException;
    }

    private static <T> T asked(Question<T> question) {
        try {
            return question.ask();
        } catch (IOException e) {
            throw new IllegalStateException("HDFS does not say what it has cached: " + e.getMessage(), e);
        }
    }

    private double share(LeadTimeTreatment treatment) {
        if (treatment.hints()) {
            return Await.given(control.client().status()).getJobsList().stream()
                    .filter(each -> each.getJob().equals(job))
                    .mapToDouble(state -> share(state, inputBytes))
                    .findFirst()
                    .orElse(0);
        }
        if (treatment == LeadTimeTreatment.MEMORY) {
            return 1;
        }
        return treatment == LeadTimeTreatment.DIRECTIVES ? cachedBytes() / (double) inputBytes : 0;
    }

    /** The share of the input in memory. Blocks that nobody wants any more count as input too. */
    static double share(JobState state, long inputBytes) {
        return state.getBlocks().getResidentBytes() / (double) inputBytes;
    }

    /** Reads every replica on every node past the DataNodes: nobody waits for a device. */
    private void readAllReplicas() throws IOException {
        for (java.nio.file.Path file : LiveFiles.named("blk_\\d+", cluster.workDir())) {
            Files.copy(file, OutputStream.nullOutputStream());
        }
    }

    @Override
    public void close() {
        control.close();
    }
}
